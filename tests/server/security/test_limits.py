"""Every limit on what clients send has an error of its own, and can be set."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from punto.server.config.settings import Config
from server.client import OPEN, Client, Device, person
from server.server_process import ServerProcess, server

from .company import answer_to, company, shown

LIMITS = {
    "message_bytes": 512,
    "body_bytes": 1024,
    "messages_per_second": 0.1,
    "messages_burst": 20,
    "requests_per_second": 0.1,
    "requests_burst": 300,
    "tables_per_device": 3,
    "tables_per_address": 5,
    "spectators_per_table": 1,
    "name_length": 8,
}
CONNECTIONS = {"connections", "connections_per_address", "waiting_seconds"}
"""Tested in tests/server/transport/test_http.py."""

ANALYSES = {"analysis_seconds_per_device", "analysis_seconds_per_address"}
"""Tested in tests/server/api/test_analysis.py."""

SLOW_READERS = {"outbox_bytes"}
"""Limits on what a client does not read; it is not input."""

BEAT = '{"type": "beat"}'


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where every test has its own address, through a proxy."""
    settings = {**LIMITS, "trusted_proxies": "127.0.0.1"}
    with server(tmp_path_factory.mktemp("strict"), settings) as process:
        yield process


def device_at(process: ServerProcess, address: str) -> Device:
    device = Device(process.url)
    device.http.headers["x-forwarded-for"] = address
    return device


def refusal(response: httpx.Response, status: int) -> tuple[str, object]:
    assert response.status_code == status, response.text
    body = response.json()
    return body["code"], body["values"].get("limit")


async def drained(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


async def seated(device: Device) -> Client:
    return await device.sit(await device.open(person("Ada"), OPEN))


def test_every_limit_has_a_test_here() -> None:
    fields = list(Config.model_fields)
    first, last = fields.index("message_bytes"), fields.index("keep_waiting_days")
    assert set(fields[first:last]) == {*LIMITS, *CONNECTIONS, *ANALYSES, *SLOW_READERS}


def test_the_length_of_messages_is_limited(strict: ServerProcess) -> None:
    async def story() -> None:
        device = device_at(strict, "192.0.2.1")
        client = await seated(device)
        before = await shown(client)
        for text in (BEAT + " " * 500, "é" * 300, "[" * 513, "x" * 60_000):
            told = await answer_to(client, text)
            assert (told["code"], told["values"]) == ("message-too-long", {"limit": 512})
        await client.send_text(BEAT.ljust(512))
        await client.until(lambda: json.loads(client.received[-1])["type"] == "beat")
        bare = await device.connect(client.code)
        await bare.send(" " * 1_000_000)
        with pytest.raises(ConnectionClosed) as caught:
            await drained(bare)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1009
        assert await shown(client) == before
        await client.close()
        await device.close()

    asyncio.run(story())


def test_messages_are_rate_limited(strict: ServerProcess) -> None:
    async def story() -> None:
        device = device_at(strict, "192.0.2.2")
        client = await seated(device)
        for _ in range(30):
            await client.send_text(BEAT)
        told = await answer_to(client, '{"type": "leave", "id": "1", "seat": 1}')
        assert told["code"] == "too-many-messages"
        assert (await shown(client))["seats"][0]["kind"] == "person"
        for _ in range(120):
            await client.send_text(BEAT)
        await client.until(lambda: client.byes)
        assert client.byes[0]["code"] == "too-many-refusals"
        await client.close()
        await device.close()

    asyncio.run(story())


def test_the_length_of_bodies_is_limited_with_and_without_content_length(
    strict: ServerProcess,
) -> None:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 100

    async def story() -> None:
        device = device_at(strict, "192.0.2.3")
        headers = {"content-type": "application/json"}
        for content in (b" " * 1025, parts()):
            response = await device.http.post("/api/tables", content=content, headers=headers)
            assert refusal(response, 413) == ("body-too-long", 1024)
        response = await device.http.post("/api/tables", content=b"{}".ljust(1024), headers=headers)
        assert response.status_code == 201
        await device.close()

    asyncio.run(story())


def test_requests_are_rate_limited_per_address(strict: ServerProcess) -> None:
    async def story() -> None:
        flood, other = device_at(strict, "192.0.2.4"), device_at(strict, "192.0.2.5")
        for _ in range(290):
            await flood.get("/healthz")
        flood.http.cookies.clear()
        answers = [await flood.http.post("/api/tables", json={}) for _ in range(40)]
        assert refusal(answers[-1], 429)[0] == "too-many-requests"
        assert sum(answer.status_code == 429 for answer in answers) > 20
        await other.get("/healthz")
        await flood.close()
        await other.close()

    asyncio.run(story())


def test_new_tables_are_limited_per_device_and_address(strict: ServerProcess) -> None:
    async def story() -> None:
        first, second, third = (device_at(strict, "192.0.2.6") for _ in range(3))
        for _ in range(3):
            await first.open()
        for _ in range(10):
            response = await first.http.post("/api/tables", json={})
            assert refusal(response, 429) == ("too-many-tables", 3)
        await second.open()
        await third.open()
        response = await third.http.post("/api/tables", json={})
        assert refusal(response, 429) == ("too-many-tables-of-address", 5)
        elsewhere = device_at(strict, "192.0.2.7")
        await elsewhere.open()
        for device in (first, second, third, elsewhere):
            await device.close()

    asyncio.run(story())


def test_the_number_of_spectators_is_limited(strict: ServerProcess) -> None:
    async def story() -> None:
        async with company(strict.url, 2, watchers=1) as clients:
            late = device_at(strict, "192.0.2.8")
            refused = await late.sit(clients[0].code)
            assert refused.byes[0]["code"] == "too-many-watchers"
            second_tab = await clients[1].device.sit(clients[0].code)
            assert second_tab.you["seats"] == [2]
            await clients[0].until(lambda: clients[0].presence["spectators"] == 1)
            await clients[2].close()
            await clients[0].until(lambda: clients[0].presence["spectators"] == 0)
            watcher = await late.sit(clients[0].code)
            assert not watcher.byes
            for client in (refused, second_tab, watcher):
                await client.close()
            await late.close()

    asyncio.run(story())


def test_the_length_of_names_is_limited(strict: ServerProcess) -> None:
    async def story() -> None:
        device = device_at(strict, "192.0.2.9")
        wish = {"seats": [person("A" * 9)]}
        response = await device.http.post("/api/tables", json=wish)
        assert refusal(response, 422) == ("name-too-long", 8)
        client = await device.sit(await device.open(person("A" * 8), OPEN))
        told = await client.ask("sit", seat=1, name="Cleopatra")
        assert (told["code"], told["values"]) == ("name-too-long", {"limit": 8})
        await client.close()
        await device.close()

    asyncio.run(story())


def test_opening_a_socket_counts_as_a_request(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def story(url: str) -> None:
        device = Device(url)
        with pytest.raises(InvalidStatus) as caught:
            await knocking(device)
        assert caught.value.response.status_code == 429
        await device.close()

    async def knocking(device: Device) -> None:
        for _ in range(30):
            await (await device.connect("dhkl-moqr-wxyd")).close()

    limits = {"requests_per_second": 0.1, "requests_burst": 15}
    with server(tmp_path_factory.mktemp("sockets"), limits) as process:
        asyncio.run(story(process.url))
