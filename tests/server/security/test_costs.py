"""Prices match costs: the processor time of each request, measured in one run."""

import asyncio
import json
import math
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from punto.server.api.prices import (
    DEFAULT_PRICE,
    FILE_PRICE,
    GROUP_PRICE,
    PRICE_PER_RECIPIENT,
    price_of,
)
from punto.server.limits.request_budget import DEVICE_SHARE
from punto.server.live.loading import HIT_PRICE
from server.client import Device, person
from server.server_process import ServerProcess, server

from .costs import Asker, cost_ms, loop_seconds, request
from .large_groups import large_room, large_tournament

DEARER = 3.0
"""How many times the cost of an ordinary request anything may have for the same price."""

MOST_LOOKS = 6


@pytest.fixture(scope="module")
def code(running: ServerProcess) -> str:
    """A table that nobody has open."""

    async def story() -> str:
        async with Device(running.url) as ada:
            return await ada.open(person("Ada"), person("Ben"))

    return asyncio.run(story())


@pytest.fixture
def asker(running: ServerProcess) -> Iterator[Asker]:
    asker = Asker(running, "127.0.0.42")
    yield asker
    asker.close()


def test_nothing_costs_much_more_than_its_price(
    running: ServerProcess, asker: Asker, code: str
) -> None:
    looked_up = [f"/api/tables/{code}{part}" for part in ("", "/events", "/invite.svg")]
    prices = {
        "/icon.svg": FILE_PRICE,
        "/": DEFAULT_PRICE,
        "/nowhere": DEFAULT_PRICE,
        **{path: HIT_PRICE + price_of("GET", path) for path in (*looked_up, f"/t/{code}")},
        **{path: price_of("GET", path) for path in ("/api/tables", "/readyz", "/metrics")},
        "/api/openapi.json": price_of("GET", "/api/openapi.json"),
    }
    check_prices(running, asker, prices)


def test_large_rooms_and_tournaments_do_not_cost_much_more_than_their_prices(
    running: ServerProcess, asker: Asker
) -> None:
    """Somebody is there, so they are in memory, and nobody pays for reading their logs."""
    room, tournament = large_room("ada"), large_tournament("ada")
    for log in (room, tournament):
        log.store(running.database)
    hall = f"/api/tournaments/{tournament.code}"
    parts = ("", "/rounds", "/standings.csv", "/results.csv")
    paths = [f"/api/rooms/{room.code}", f"/r/{room.code}", "/api/rooms/open"]
    paths.append(f"/tournament/{tournament.code}")
    prices = {path: price_of("GET", path) for path in (*paths, *(hall + part for part in parts))}

    async def story() -> None:
        async with Device(running.url) as ada, AsyncExitStack() as stack:
            for place in (f"rooms/{room.code}", f"tournaments/{tournament.code}"):
                await stack.enter_async_context(await ada.connect_to(place))
            await asyncio.to_thread(check_prices, running, asker, prices)

    asyncio.run(story())


SPECTATORS = 30
COMMANDS = 40


@asynccontextmanager
async def in_large_groups(
    running: ServerProcess, host: Device
) -> AsyncIterator[dict[str, ClientConnection]]:
    """Be the host of a large room and of a large tournament, by the paths of their sockets."""
    await host.get("/api/choices")
    device = host.cookie.partition("=")[2].rpartition(".")[0]
    logs = {"rooms": large_room(device), "tournaments": large_tournament(device)}
    async with AsyncExitStack() as stack:
        sockets = {}
        for kind, log in logs.items():
            log.store(running.database)
            path = f"{kind}/{log.code}"
            sockets[path] = await stack.enter_async_context(await host.connect_to(path))
        yield sockets


async def command(path: str, socket: ClientConnection, number: int) -> str:
    """Change a room or a tournament as its host; return the type of the answer."""
    holder = {"kind": "open"} if number % 2 else {"kind": "bot", "bot": "easy"}
    result = {"type": "set_result", "round": 1, "pairing": 1, "winner": 1 + number % 2}
    is_room = path.startswith("rooms/")
    change = {"type": "set_place", "seat": 4, "holder": holder} if is_room else result
    await socket.send(json.dumps({"id": f"c{number}", **change}))
    async for text in socket:
        message = json.loads(text)
        if message.get("id") == f"c{number}" or message["type"] == "refused":
            return str(message["type"])
    return "closed"


def test_commands_in_large_rooms_and_tournaments_do_not_cost_much_more_than_their_prices(
    running: ServerProcess, asker: Asker
) -> None:
    """All of a room or a tournament is sent to everybody there after each."""

    price = GROUP_PRICE + PRICE_PER_RECIPIENT * (1 + SPECTATORS)

    async def costs(path: str, socket: ClientConnection) -> tuple[float, float]:
        """Give the cost of a command and that of an ordinary request, in milliseconds."""
        usual = request("/api/choices")
        usual_ms = await asyncio.to_thread(cost_ms, running, lambda: asker.ask(usual))
        before = loop_seconds(running)
        for number in range(COMMANDS):
            assert await command(path, socket, number) == "done"
        return 1000 * (loop_seconds(running) - before) / COMMANDS, usual_ms

    async def check(path: str, socket: ClientConnection) -> None:
        told = []
        for _ in range(MOST_LOOKS):
            cost, usual_ms = await costs(path, socket)
            told.append(f"{cost:.2f} ms for {price:.2f} units of {usual_ms:.2f} ms")
            if cost < DEARER * usual_ms * price:
                return
        raise AssertionError((path, told))

    async def story() -> None:
        async with (
            Device(running.url) as host,
            Device(running.url) as crowd,
            in_large_groups(running, host) as sockets,
        ):
            for path, socket in sockets.items():
                async with asyncio.TaskGroup() as reading:
                    lines = [await crowd.connect_to(path) for _ in range(SPECTATORS)]
                    for line in lines:
                        reading.create_task(drained(line))
                    await check(path, socket)
                    await asyncio.gather(*(line.close() for line in lines))

    asyncio.run(story())


async def drained(socket: ClientConnection) -> None:
    """Read what comes until the socket is closed."""
    async for _ in socket:
        pass


def test_commands_in_rooms_and_tournaments_are_paid_for(tmp_path: Path) -> None:
    little = {"requests_burst": 200, "requests_per_second": 0.1}
    of_device = DEVICE_SHARE * little["requests_burst"]

    async def story(running: ServerProcess) -> None:
        async with Device(running.url) as host, in_large_groups(running, host) as sockets:
            done = 0
            for path, socket in sockets.items():
                while await command(path, socket, done) == "done":
                    done += 1
            assert 0 < done < of_device / GROUP_PRICE

    with server(tmp_path, little) as process:
        asyncio.run(story(process))


ARCHIVES = 12


def test_archives_are_packed_one_after_the_other(running: ServerProcess) -> None:
    """Each holds hundreds of records in memory."""
    hall = large_tournament("ada", on_paper=False)
    hall.store(running.database)

    async def story() -> list[int]:
        async with Device(running.url) as ada:
            await ada.get("/api/choices")
            path = f"/api/tournaments/{hall.code}/records.zip"
            answers = await asyncio.gather(*(ada.http.get(path) for _ in range(ARCHIVES)))
            return [answer.status_code for answer in answers]

    statuses = asyncio.run(story())
    assert set(statuses) == {200, 503}, statuses
    assert statuses.count(200) < ARCHIVES / 2


def check_prices(running: ServerProcess, asker: Asker, prices: Mapping[str, float]) -> None:
    """Compare what requests cost with their prices, and both with an ordinary request."""
    usual = "/api/choices"
    costs = dict.fromkeys((usual, *prices), math.inf)
    too_cheap = set(prices)
    for _ in range(MOST_LOOKS):  # the cheapest look counts: a busy machine makes some of them dear
        for path in (usual, *too_cheap):
            cost = cost_ms(running, lambda path=path: asker.ask(request(path)))  # type: ignore[misc]
            costs[path] = min(costs[path], cost)
        usual_ms = costs[usual] / DEFAULT_PRICE
        too_cheap = {path for path in prices if costs[path] > DEARER * usual_ms * prices[path]}
        if not too_cheap:
            break
    told = {path: f"{costs[path]:.2f} ms for {prices[path]} units" for path in prices}
    assert not too_cheap, f"{usual_ms:.2f} ms for one unit; {told}"
