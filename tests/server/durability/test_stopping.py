"""SIGTERM: no new tables, a farewell to everybody, nothing lost, and gone within five seconds."""

import asyncio
import socket
import time
from contextlib import suppress
from pathlib import Path

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from punto.server.store.checking import check

from ..client import Device, bot, person
from ..server_process import ServerProcess, server
from .party import Party, check_nothing_lost, logs_of

PROMISED = 5.0
MARGIN = 10.0
"""For a machine that has other things to do."""


def timed_stop(running: ServerProcess) -> tuple[int, float]:
    begun = time.monotonic()
    return running.stop(), time.monotonic() - begun


def test_a_server_that_is_told_to_stop_says_so_to_everybody_and_loses_nothing(
    tmp_path: Path,
) -> None:
    running = ServerProcess(tmp_path)
    party = Party(running.url)

    async def stop_twice() -> None:
        for _ in range(2):
            heard = party.heard
            # Only who is back from the first farewell can hear the second.
            while party.heard < heard + 300 or not all(one.socket for one in party.clients):
                await asyncio.sleep(0.01)
            code, seconds = await asyncio.to_thread(timed_stop, running)
            assert (code, seconds < PROMISED + MARGIN) == (0, True)
            await asyncio.to_thread(running.start)

    running.start()
    try:
        records = asyncio.run(party.play_while(stop_twice, matches=40))
    finally:
        running.stop()
    assert check_nothing_lost(party, records, logs_of(running.database)) > 40 * 40
    for client in party.clients:
        assert [(bye["code"], bye["reconnect"]) for bye in client.byes[:2]] == [
            ("stopping", True)
        ] * 2
    assert party.refused <= {"too-late", "stopping", "closed"}
    check(running.database, whole=True)


async def last_words(talk: ClientConnection) -> tuple[str, int | None]:
    """Listen to a table until the server closes, and give its last message and its code."""
    said = ""
    with suppress(websockets.ConnectionClosed):
        while True:
            said = str(await talk.recv())
    return said, talk.close_code


def test_bots_that_think_and_people_who_read_nothing_hold_nobody_up(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> None:
        async with Device(running.url) as ada:
            for _ in range(20):
                await ada.sit(await ada.open(bot("master"), bot("master")))
            mine = await ada.open(person("Ada"), person("Ben"))
            client = await ada.sit(mine)
            for _ in range(20):
                await client.place()
            deaf = [read_nothing(ada, mine, requests) for requests in (400, 900, 1400)]
            talk = await ada.connect(mine)
            await talk.recv()  # the server knows of it
            words = asyncio.create_task(last_words(talk))
            await asyncio.sleep(1)  # time for bots to think, and for much that nobody reads
            begun = time.monotonic()
            stopping = asyncio.create_task(asyncio.to_thread(running.stop))
            said, code = await words
            assert '"type":"bye","code":"stopping"' in said
            assert '"reconnect":true' in said
            assert code == 1012
            with suppress(httpx.TransportError):  # or it is gone already
                refusal = await ada.http.post("/api/tables", json={})
                assert (refusal.status_code, refusal.json()["code"]) == (503, "stopping")
            assert await stopping == 0, running.logged()
            assert time.monotonic() - begun < PROMISED + MARGIN
            for one in deaf:
                one.close()

    with server(tmp_path, {"bot_threads": 1}) as running:
        asyncio.run(story(running))
    assert len(logs_of(running.database)) == 21
    check(running.database, whole=True)


def read_nothing(device: Device, code: str, requests: int) -> socket.socket:
    """Ask for much on a socket, each time for the whole table, and read nothing of it."""
    talk = socket.socket()
    talk.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    talk.connect(("127.0.0.1", httpx.URL(device.url).port))
    head = (
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
        f"connection: upgrade\r\nsec-websocket-version: 13\r\ncookie: {device.cookie}\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    ask = b'{"type":"place","id":"a","answers":0,"seat":1,"cell":"f6"}'
    frame = bytes([0x81, 0x80 | len(ask), 0, 0, 0, 0]) + ask
    talk.sendall(head.encode() + frame * requests)
    return talk
