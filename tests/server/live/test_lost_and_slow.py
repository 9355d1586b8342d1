"""Connections that die silently, and clients that read too slowly."""

import asyncio
import base64
import os
import socket
import time
from pathlib import Path

from punto.server.transport.settings import CLOSE_TIMEOUT_SECONDS, WRITE_TIMEOUT_SECONDS
from punto.server.transport.websocket import PING_AFTER_SECONDS, PONG_TIMEOUT_SECONDS

from ..client import PATIENCE, Client, Device, person
from ..gathering import gathering
from ..server_process import ServerProcess, server
from ..serving import text_frame
from .matches import two

NOTICED = 15.0
"""Seconds in which a dead connection must be noticed."""

SLACK = 15.0
"""Seconds that a busy machine may take longer than the server means to."""

DELAY = 8.0
"""Seconds for a move and its answer that are long on any machine; who is stuck is cut off later."""

LATE = '{"type":"place","id":"a","answers":0,"seat":1,"cell":"f6"}'
"""Whoever sends this is told all that has happened."""


def open_bare(device: Device, code: str) -> socket.socket:
    """Open a WebSocket that nobody will ever read from again, with little room on its way."""
    port = int(device.url.rpartition(":")[2])
    bare = socket.socket()
    bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    bare.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    bare.settimeout(30)
    bare.connect(("127.0.0.1", port))
    lines = [
        f"GET /api/tables/{code}/socket HTTP/1.1",
        f"host: 127.0.0.1:{port}",
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        f"sec-websocket-key: {base64.b64encode(os.urandom(16)).decode()}",
        f"cookie: {device.cookie}",
    ]
    bare.sendall("\r\n".join([*lines, "", ""]).encode())
    assert bare.recv(12) == b"HTTP/1.1 101"
    return bare


def test_a_dead_connection_is_noticed_within_fifteen_seconds(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            await ben.close()
            await ada.until(lambda: ada.presence["devices"] == [1])
            bare = await asyncio.to_thread(open_bare, ben.device, ada.code)
            with bare:
                began = time.monotonic()
                await ada.until(lambda: ada.presence["devices"] == [1, 2])
                await ada.until(lambda: ada.presence["devices"] == [1])
                assert time.monotonic() - began < NOTICED + SLACK
            assert PING_AFTER_SECONDS + PONG_TIMEOUT_SECONDS + CLOSE_TIMEOUT_SECONDS < NOTICED
            assert ada.reconnects == 0, "who answers pings stays"

    asyncio.run(story())


async def lay_and_take_back(client: Client) -> float:
    """Make the server tell everybody a lot, and give the seconds that took."""
    began = time.monotonic()
    await client.place()
    await client.ask("undo", answers=client.number)
    return time.monotonic() - began


async def cut_for_slowness(client: Client) -> bool:
    """Tell whether the server has cut off somebody who read too slowly."""
    metrics = (await client.device.http.get("/metrics")).text
    return '"too-slow"' in metrics


def test_a_slow_reader_is_cut_off_and_nobody_waits_for_it(tmp_path: Path) -> None:
    async def story(process: ServerProcess) -> None:
        async with gathering(process.url) as people:
            host = people.device()
            code = await host.open(person("Ada"), person("Ben"))
            ada, watcher = await people.sit(code, host), await people.sit(code)
            for _ in range(25):
                await ada.place()
            bare = await asyncio.to_thread(open_bare, host, code)
            with bare:
                # It asks for so much that it is cut off long before it counts as dead.
                bare.sendall(text_frame(LATE) * 1000)
                longest = 0.0
                async with asyncio.timeout(PATIENCE):
                    while not await cut_for_slowness(ada):
                        longest = max(longest, await lay_and_take_back(ada))
                longest = max(longest, await lay_and_take_back(ada))
                assert longest < DELAY < WRITE_TIMEOUT_SECONDS
            await watcher.until(lambda: watcher.number == ada.number)
            assert watcher.reconnects == ada.reconnects == 0

    with server(tmp_path, {"outbox_bytes": 16_384}) as process:
        asyncio.run(story(process))
