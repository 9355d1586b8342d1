"""A page of the database is damaged while the server runs: 503 with a code of its own."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import websockets

from ..client import Device, person
from ..process import ServerProcess, server


def damage(database: Path, table: str) -> None:
    """Overwrite the root page of a table that the running server has not read yet."""
    query = "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute(query, [table]).fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def test_a_damaged_page_gives_503_and_says_what_it_is(tmp_path: Path) -> None:
    async def open_table(running: ServerProcess) -> str:
        async with Device(running.url) as ada:
            return await ada.open(person("Ada"), person("Ben"))

    async def look(running: ServerProcess, code: str) -> None:
        async with Device(running.url) as ada:
            await ada.get("/api/choices")
            response = await ada.http.get(f"/api/tables/{code}")
            assert (response.status_code, response.json()["code"]) == (503, "not-a-store")
            talk = await ada.connect(code)
            assert '"code":"not-a-store"' in str(await talk.recv())
            with pytest.raises(websockets.ConnectionClosed):
                await talk.recv()

    with server(tmp_path) as running:
        code = asyncio.run(open_table(running))
    with server(tmp_path) as running:
        damage(running.database, "events")
        asyncio.run(look(running, code))
