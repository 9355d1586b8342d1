"""A page of the database is damaged while the server runs: 503 with a code of its own."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import websockets

from ..client import Device, person
from ..server_process import ServerProcess


def damage(database: Path, table: str) -> None:
    """Overwrite the root page of a table that the running server has not read yet."""
    query = "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute(query, [table]).fetchone()
    before = database.stat()
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    os.utime(database, ns=(before.st_atime_ns, before.st_mtime_ns))  # a bad disk notes no change


async def look(ada: Device, code: str) -> None:
    response = await ada.http.get(f"/api/tables/{code}")
    assert (response.status_code, response.json()["code"]) == (503, "not-a-store")
    talk = await ada.connect(code)
    assert '"code":"not-a-store"' in str(await talk.recv())
    with pytest.raises(websockets.ConnectionClosed):
        await talk.recv()


def test_a_damaged_page_gives_503_ends_writing_and_everybody_is_told(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with Device(running.url) as ada, Device(running.url) as cleo:
            code = await ada.open(person("Ada"), person("Ben"))
            await asyncio.to_thread(running.stop)
            await asyncio.to_thread(running.start)
            client = await cleo.sit(await cleo.open(person("Cleo"), person("Dan")))
            damage(running.database, "events")
            await look(ada, code)
            response = await ada.http.get("/readyz")
            assert (response.status_code, response.json()) == (503, {"status": "not-a-store"})
            await client.until(lambda: client.refusals or client.byes, timeout=30)  # unasked
            assert (client.refusals or client.byes)[0]["code"] == "not-a-store"
            for method, path in (("GET", "/api/tables"), ("POST", "/api/tables")):
                response = await ada.http.request(
                    method, path, json={} if method == "POST" else None
                )
                assert (response.status_code, response.json()["code"]) == (503, "not-a-store")

    running.start()
    asyncio.run(story())
    assert "Traceback" not in running.logged()


def test_the_list_of_tables_says_so_first(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as ada:
            await ada.open(person("Ada"), person("Ben"))
            await asyncio.to_thread(running.stop)
            await asyncio.to_thread(running.start)
            damage(running.database, "events")
            response = await ada.http.get("/api/tables")
            assert (response.status_code, response.json()["code"]) == (503, "not-a-store")
            assert (await ada.http.get("/readyz")).json() == {"status": "not-a-store"}

    running.start()
    asyncio.run(story())
    assert "Traceback" not in running.logged()
