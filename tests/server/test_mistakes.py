"""Mistakes of the server itself: they are counted, told, and harm nobody else."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
import uvicorn

from punto.server.app import create_app
from punto.server.config.settings import Config
from punto.server.live import live_table
from punto.server.run import uvicorn_config
from punto.server.store.rows import DueRow
from punto.server.store.store import Store
from punto.server.table.change import Change
from punto.server.table.dispatch import decide
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.settings import TransportSettings
from punto.server.wire.commands import Resign, TableCommand
from punto.server.wire.words import DeviceNumber

from .client import Device, bot, person
from .process import free_port

OPEN_FILES = 1000


@contextmanager
def serving(database: Path) -> Iterator[str]:
    """Run a server in this process, so that a test can break it from inside."""
    config = Config(database=str(database), port=free_port())
    serving = uvicorn_config(
        create_app(config), TransportSettings.of(config, ConnectionLimits.of(config, OPEN_FILES))
    )
    serving.port = config.port
    server = uvicorn.Server(serving)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{config.port}"
    finally:
        server.should_exit = True
        thread.join()


def fails_when_somebody_resigns(
    change: Change, command: TableCommand, gone: set[DeviceNumber]
) -> None:
    decide(change, command, gone)
    if isinstance(command, Resign):
        raise ZeroDivisionError


def test_a_command_that_fails_inside_changes_nothing_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "decide", fails_when_somebody_resigns)

    async def play(url: str) -> None:
        device = Device(url)
        code = await device.open(person("Ada"), person("Ben"))
        client = await device.sit(code)
        before = await device.get(f"/api/tables/{code}")
        assert (await client.ask("resign", seat=1))["code"] == "internal-error"
        assert await device.get(f"/api/tables/{code}") == before
        assert (await client.place("f6"))["kind"] == "placed"
        assert "punto_errors_total 1.0" in (await device.http.get("/metrics")).text
        await client.close()
        await device.close()

    with serving(tmp_path / "punto.sqlite") as url:
        asyncio.run(play(url))


def test_a_table_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    database = tmp_path / "punto.sqlite"

    async def look(url: str) -> None:
        device = Device(url)
        codes = [await device.open() for _ in range(2)]
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE events SET body = '{}' WHERE table_id = ?", codes[:1])
        connection.close()
        tables = await device.get("/api/tables")
        assert [table["table"] for table in tables] == codes[1:]
        await device.close()

    with serving(database) as url:
        asyncio.run(look(url))


def test_what_always_has_to_be_done_goes_on_after_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim, times = Store.claim, count()

    async def fails_at_first(store: Store, now: int, lease: int, limit: int) -> list[DueRow]:
        if next(times) == 0:
            raise ZeroDivisionError
        return await claim(store, now, lease, limit)

    monkeypatch.setattr(Store, "claim", fails_at_first)

    async def watch(url: str) -> None:
        device = Device(url)
        seats = person("Ada"), bot("random")
        code = await device.open(*seats, start=2)  # to which nobody comes
        async with asyncio.timeout(60):
            while (await device.get(f"/api/tables/{code}"))["number"] < 3:
                await asyncio.sleep(0.1)
        assert "punto_errors_total 1.0" in (await device.http.get("/metrics")).text
        await device.close()

    with serving(tmp_path / "punto.sqlite") as url:
        asyncio.run(watch(url))
