"""Expensive requests have prices, so they do not slow down those who play."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from punto import Match
from punto.notation.record import Record
from punto.server.config.settings import Config
from punto.server.table.codes import new_code
from server.client import OPEN, PATIENCE, Device, person
from server.live.room import play_out
from server.server_process import ServerProcess, server

from .quiet import assert_undisturbed, quiet_table, run_undisturbed

FIELDS = Config.model_fields
DEFAULTS = {
    name: FIELDS[name].default
    for name in (
        "requests_per_second",
        "requests_burst",
        "messages_per_second",
        "messages_burst",
        "connections_per_address",
    )
}
RECORDS = 155
RECORDS_SECONDS = 10.0
LONG_TABLE_SECONDS = 5.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("usual")


@pytest.fixture(scope="module")
def long_table(folder: Path) -> str:
    """Play a long match to its end before the server starts; return the code of its table."""
    return play_out(folder, "Ada", "Ben", rounds_to_win=6)


@pytest.fixture(scope="module")
def usual(folder: Path, long_table: str) -> Iterator[ServerProcess]:
    """A server with the default limits, where a proxy names the addresses."""
    settings = {**DEFAULTS, "trusted_proxies": "127.0.0.1"}
    with server(folder, settings) as process:
        yield process


@cache
def long_record() -> str:
    """Return the record of a match of four that is as long as possible."""
    chance, match = random.Random(7), Match("4p", rounds_to_win=9, seed=bytes(32))
    while not match.over:
        match.place(chance.choice(match.legal_cells))
    return str(Record(match, ["Ada", "Ben", "Cleo", "Dag"], date(2026, 11, 15), deals=True))


def at(address: str) -> dict[str, str]:
    return {"x-forwarded-for": address}


def client_of(process: ServerProcess) -> httpx.AsyncClient:
    """Make a client that keeps no cookies, like an attacker's."""
    http = httpx.AsyncClient(base_url=process.url, verify=False, timeout=PATIENCE, trust_env=False)
    http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return http


async def send_records(process: ServerProcess, addresses: list[str]) -> list[httpx.Response]:
    """Send a record from each of the addresses, spread over ten seconds."""
    body, headers = long_record().encode(), {"content-type": "text/plain"}
    async with client_of(process) as http:

        async def send(number: int, address: str) -> httpx.Response:
            await asyncio.sleep(number * RECORDS_SECONDS / len(addresses))
            return await http.post("/api/records", content=body, headers={**headers, **at(address)})

        return await asyncio.gather(*map(send, range(len(addresses)), addresses))


@pytest.mark.parametrize("addresses", [1, RECORDS])
def test_a_flood_of_records_disturbs_nobody(usual: ServerProcess, addresses: int) -> None:
    async def story() -> None:
        async with quiet_table(usual, **at("192.0.2.1")) as table:
            quiet = await table.waits()
            senders = [f"198.51.100.{number % addresses}" for number in range(RECORDS)]
            attack = asyncio.create_task(send_records(usual, senders))
            meanwhile = await table.waits(attack)
            answers = attack.result()
        statuses = {answer.status_code for answer in answers}
        assert 200 in statuses
        assert statuses <= {200, 429, 503}
        assert (429 in statuses) == (addresses == 1), statuses
        assert_undisturbed(quiet, meanwhile)

    run_undisturbed(story)


def test_reading_a_long_table_again_and_again_disturbs_nobody(
    usual: ServerProcess, long_table: str
) -> None:
    """Nobody has the table open, so its whole log is read every time."""

    async def ask(http: httpx.AsyncClient, end: float) -> int:
        answered = 0
        while time.monotonic() < end:
            answer = await http.get(f"/api/tables/{long_table}", headers=at("198.51.100.250"))
            answered += answer.status_code == 200
            await asyncio.sleep(0.02)
        return answered

    async def story() -> None:
        async with quiet_table(usual, **at("192.0.2.1")) as table, client_of(usual) as http:
            quiet = await table.waits()
            end = time.monotonic() + LONG_TABLE_SECONDS
            attack = asyncio.gather(*(ask(http, end) for _ in range(10)))
            meanwhile = await table.waits(attack)
            answered = sum(attack.result())
        units = DEFAULTS["requests_burst"] + LONG_TABLE_SECONDS * DEFAULTS["requests_per_second"]
        assert 5 < answered < units / 2  # at one unit each, all of them would be answered
        assert_undisturbed(quiet, meanwhile)

    run_undisturbed(story)


def test_an_exhausted_budget_is_refused_with_retry_after(usual: ServerProcess) -> None:
    async def story() -> None:
        async with client_of(usual) as http:
            while True:
                answer = await http.get("/api/openapi.json", headers=at("192.0.2.2"))
                if answer.status_code != 200:
                    break
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many-requests")
            wait = int(answer.headers["retry-after"])
            assert 1 <= wait <= 10
            other = await http.get("/api/openapi.json", headers=at("192.0.2.3"))
            assert other.status_code == 200
            await asyncio.sleep(wait)
            again = await http.get("/api/openapi.json", headers=at("192.0.2.2"))
            assert again.status_code == 200

    asyncio.run(story())


async def until_refused(http: httpx.AsyncClient, path: str, address: str) -> int:
    """Repeat a request until it is refused; return how often it succeeded."""
    for count in range(2000):
        answer = await http.get(path.format(code=new_code()), headers=at(address))
        if answer.status_code == 429:
            return count
    raise AssertionError("no limit")


def test_requests_for_unknown_tables_cost_more(usual: ServerProcess) -> None:
    async def story() -> None:
        burst = DEFAULTS["requests_burst"]
        async with client_of(usual) as http:
            for place, path in enumerate(["/api/tables/{code}", "/t/{code}"]):
                misses = await until_refused(http, path, f"192.0.2.{10 + place}")
                assert misses < burst / 5
            device = Device(usual.url)
            device.http.headers.update(at("192.0.2.12"))
            path = f"/api/tables/{await device.open(person('Ada'), OPEN)}"
            assert await until_refused(http, path, "192.0.2.13") > burst / 2
            await device.close()

    asyncio.run(story())


def test_sockets_to_unknown_tables_cost_more(usual: ServerProcess) -> None:
    async def knock() -> str:
        address = f"{usual.socket_url}/api/tables/{new_code()}/socket"
        async with connect(address, additional_headers=at("192.0.2.14"), proxy=None) as socket:
            return str(json.loads(await socket.recv())["code"])

    async def story() -> list[str]:
        codes: list[str] = []
        with suppress(InvalidStatus):  # refused before the socket opens
            while len(codes) < DEFAULTS["requests_burst"] // 5:
                codes.append(await knock())
        return codes

    codes = asyncio.run(story())
    assert 10 < codes.count("no-such-table") < DEFAULTS["requests_burst"] / 6
    assert set(codes) <= {"no-such-table", "too-many-requests"}


def test_one_device_cannot_use_up_the_budget_of_its_address(usual: ServerProcess) -> None:
    async def story() -> None:
        greedy, other = Device(usual.url), Device(usual.url)
        for device in (greedy, other):
            device.http.headers.update(at("192.0.2.20"))
            await device.get("/api/choices")
        statuses = {200}
        while statuses == {200}:
            statuses.add((await greedy.http.get("/api/openapi.json")).status_code)
        assert statuses == {200, 429}
        for _ in range(10):
            await other.get("/api/choices")
        await greedy.close()
        await other.close()

    asyncio.run(story())


def test_reactions_over_many_sockets_are_limited(usual: ServerProcess) -> None:
    """Every reaction goes to everybody at the table: a crowd would cause thousands a second."""

    async def story() -> None:
        host = Device(usual.url)
        host.http.headers.update(at("192.0.2.30"))
        code = await host.open(person("Ada"), OPEN)
        address = f"{usual.socket_url}/api/tables/{code}/socket"
        headers = {"cookie": host.cookie, **at("192.0.2.30")}
        sockets = [
            await connect(address, additional_headers=headers, proxy=None) for _ in range(40)
        ]
        text = '{{"type": "react", "id": "r{}", "seat": 1, "reaction": "hello"}}'

        async def shout(place: int) -> None:
            for number in range(20):
                await sockets[place].send(text.format(f"{place}-{number}"))

        async def heard() -> int:
            """Count the reactions until the socket closes."""
            reactions = 0
            with suppress(TimeoutError):
                while True:
                    message = str(await asyncio.wait_for(sockets[0].recv(), 3))
                    reactions += '"type":"reaction"' in message
            return reactions

        async with quiet_table(usual, **at("192.0.2.31")) as table:
            quiet = await table.waits(moves=40)
            hearing = asyncio.create_task(heard())
            attack = asyncio.gather(hearing, *map(shout, range(40)))
            meanwhile = await table.waits(attack, moves=40)
        assert 0 < hearing.result() < 400
        assert_undisturbed(quiet, meanwhile)
        for socket in sockets:
            await socket.close()
        await host.close()

    run_undisturbed(story)
