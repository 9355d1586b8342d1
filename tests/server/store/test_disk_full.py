"""A full disk: a clear error, nothing acknowledged is lost, and storing resumes with space."""

import asyncio
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection

from punto.server.store.checking import check
from punto.server.store.errors import StoreError
from punto.server.store.model import Append, NewEvent
from punto.server.store.store import Store

from .appends import begin
from .test_group_commit import Counts


class Room:
    """A limit on the pages of an SQLite file, for all connections: existing and new ones."""

    def __init__(self) -> None:
        self.pages = 1_000_000
        self.connections: list[DBAPIConnection] = []

    def connected(self, connection: DBAPIConnection, *_: object) -> None:
        self.connections.append(connection)
        connection.cursor().execute(f"PRAGMA max_page_count = {self.pages}")

    def limit(self, pages: int) -> None:
        """Allow so many pages; nothing may be writing at this moment."""
        self.pages = pages
        for connection in self.connections:
            with suppress(sqlite3.ProgrammingError):  # it is closed
                connection.cursor().execute(f"PRAGMA max_page_count = {pages}")


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    event.listen(Engine, "connect", room.connected)
    yield room
    event.remove(Engine, "connect", room.connected)


def test_a_full_disk_is_reported_and_storing_resumes_with_free_space(
    path: Path, room: Room
) -> None:
    counts = Counts()
    long = [NewEvent("placed", '"' + "x" * 2000 + '"')]

    async def story() -> None:
        async with Store(path, observer=counts) as store:
            await store.append(begin("before"))
            room.limit(40)
            appends = [Append(f"t{n}", 0, 1, long, "open") for n in range(300)]
            answers = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
            errors = [answer for answer in answers if isinstance(answer, StoreError)]
            assert {error.code for error in errors} == {"disk-full"}
            assert "the disk is full" in errors[0].sentence
            assert counts.failures == {"disk-full": len(errors)}
            for number, answer in enumerate(answers):  # all or nothing
                there = [entry.number for entry in await store.read(f"t{number}")]
                assert there == ([] if isinstance(answer, StoreError) else [1])
            assert len(await store.read("before")) == 1
            room.limit(1_000_000)
            pairs = zip(appends, answers, strict=True)
            missing = [append for append, answer in pairs if isinstance(answer, StoreError)]
            await asyncio.gather(*map(store.append, missing))
            assert [len(await store.read(f"t{number}")) for number in range(300)] == [1] * 300

    asyncio.run(story())
    check(path, whole=True)


def test_nothing_acknowledged_is_lost_when_a_file_cannot_grow(path: Path) -> None:
    pytest.importorskip("resource")
    script = Path(__file__).with_name("append_on_full_disk.py")
    command = [sys.executable, str(script), str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    lines = Counter(tuple(line.split()) for line in run.stdout.splitlines())
    errors = {code: lines.pop(("error", code)) for word, code in list(lines) if word == "error"}
    assert sum(errors.values()) == 4
    assert set(errors) <= {"disk-full", "store-unavailable"}
    assert lines == Counter((name, str(number)) for name in "abcd" for number in range(1, 401))

    async def story() -> None:
        async with Store(path) as store:
            for name in "abcd":
                there = [entry.number for entry in await store.read(name)]
                assert there == list(range(1, 401))

    asyncio.run(story())
    check(path, whole=True)
