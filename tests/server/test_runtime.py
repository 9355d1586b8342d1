"""A running server: its own bugs harm nobody else, and whatever ends is freed immediately.

The garbage collector would stop everybody while it looks at all tables, so the server hardly ever
runs it: tables and connections must leave no reference cycles behind.
"""

import asyncio
import gc
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from punto.server.api import table_socket
from punto.server.live import table_actor
from punto.server.store.model import DueRow
from punto.server.store.store import Store
from punto.server.table.change import Change
from punto.server.table.dispatch import decide
from punto.server.table.table import Table
from punto.server.transport.http import HttpConnection
from punto.server.transport.websocket import WebSocketConnection
from punto.server.wire.commands import Resign, TableCommand

from .client import Device, bot, person
from .gathering import gathering
from .in_process import serving


def fails_when_somebody_resigns(change: Change, command: TableCommand, gone: set[int]) -> None:
    decide(change, command, gone)
    if isinstance(command, Resign):
        raise ZeroDivisionError


def test_a_bug_in_a_command_changes_nothing_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_actor, "decide", fails_when_somebody_resigns)

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


def test_a_damaged_table_does_not_hide_the_others(tmp_path: Path) -> None:
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


def test_a_background_job_restarts_after_a_bug(
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
        code = await device.open(*seats, start=2)  # nobody joins it
        async with asyncio.timeout(60):
            while (await device.get(f"/api/tables/{code}"))["number"] < 3:
                await asyncio.sleep(0.1)
        assert "punto_errors_total 1.0" in (await device.http.get("/metrics")).text
        await device.close()

    with serving(tmp_path / "punto.sqlite") as url:
        asyncio.run(watch(url))


KINDS = (
    table_actor.TableActor,
    Table,
    HttpConnection,
    WebSocketConnection,
    table_socket.TableSocket,
)


@contextmanager
def without_looking_for_garbage() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def there() -> Counter[str]:
    """Count the tables and connections in memory."""
    return Counter(type(one).__qualname__ for one in gc.get_objects() if type(one) in KINDS)


async def play(url: str) -> Counter[str]:
    """Have two people play a match and leave; return what was in memory meanwhile."""
    async with gathering(url) as people:
        host, guest = people.device(), people.device()
        code = await host.open(person("Ada"), rounds_to_win=1)
        ada, ben = await people.sit(code, host), await people.sit(code, guest)
        await ben.ask("sit", seat=2, name="Ben")
        meanwhile = there()
        await asyncio.gather(ada.play(), ben.play())
        return meanwhile


def test_tables_and_connections_are_freed_when_everybody_has_left(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        before = there()
        meanwhile = await play(url)
        assert meanwhile["TableActor"] == before["TableActor"] + 1
        assert meanwhile["TableSocket"] == before["TableSocket"] + 2
        assert meanwhile["WebSocketConnection"] == before["WebSocketConnection"] + 2
        async with asyncio.timeout(60):
            while there() - before:
                await asyncio.sleep(0.05)

    with serving(tmp_path / "punto.sqlite") as url, without_looking_for_garbage():
        asyncio.run(story(url))
