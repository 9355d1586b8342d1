"""The file watch never mistakes SQLite's own work for that of another program."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from punto.server.store.errors import GONE, NO_STORE
from punto.server.store.file_watch import FileWatch

PAGES = 50


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a database with a log; checkpoints are left to the tests."""
    with closing(
        sqlite3.connect(tmp_path / "d.sqlite", isolation_level=None, check_same_thread=False)
    ) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE things (x)")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        write(connection)
        yield connection


def write(connection: sqlite3.Connection, count: int = PAGES) -> None:
    """Commit some pages to the log."""
    connection.executemany("INSERT INTO things VALUES (?)", [("x" * 3000,)] * count)


def checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def database_file(connection: sqlite3.Connection) -> Path:
    return Path(connection.execute("PRAGMA database_list").fetchone()[2])


def test_a_checkpoint_during_a_check_is_no_fault(
    database: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(FileWatch(database_file(database))) as watch:
        assert watch.find_fault() == ""
        real, waiting = os.stat, [database]

        def stat_and_checkpoint(path: str, **options: Any) -> os.stat_result:
            found = real(path, **options)
            if waiting:  # the main file is checked first, and written right after
                checkpoint(waiting.pop())
            return found

        monkeypatch.setattr(os, "stat", stat_and_checkpoint)
        assert watch.find_fault() == ""
        assert not waiting
        assert [watch.find_fault() for _ in range(3)] == ["", "", ""]


def test_nothing_that_sqlite_does_is_a_fault(database: sqlite3.Connection) -> None:
    is_over = threading.Event()

    def work() -> None:
        for n in range(150):
            write(database, 1 + n % 20)
            if n % 3 == 0:
                checkpoint(database)
        is_over.set()

    with closing(FileWatch(database_file(database))) as watch:
        worker = threading.Thread(target=work)
        worker.start()
        found = {watch.find_fault()}
        while not is_over.is_set():
            found.add(watch.find_fault())
        worker.join()
        assert found == {""}


def test_a_foreign_write_is_a_fault_even_after_a_checkpoint(
    database: sqlite3.Connection,
) -> None:
    with closing(FileWatch(database_file(database))) as watch:
        assert watch.find_fault() == ""
        checkpoint(database)
        assert watch.find_fault() == ""
        file = database_file(database)
        descriptor = os.open(file, os.O_WRONLY)  # never closed: that would drop SQLite's locks
        os.pwrite(descriptor, b"\0" * 100, 8192)
        assert watch.find_fault() == GONE
        assert watch.is_changed


@pytest.mark.parametrize("share", [0, 0.5])
def test_a_file_that_was_cut_short_right_after_a_checkpoint_is_a_fault(
    database: sqlite3.Connection, share: float
) -> None:
    file = database_file(database)
    with closing(FileWatch(file)) as watch:
        assert watch.find_fault() == ""
        checkpoint(database)
        os.truncate(file, int(share * file.stat().st_size))
        assert watch.find_fault() == GONE
        assert watch.is_changed


def test_a_vacuum_that_makes_the_file_shorter_is_no_fault(database: sqlite3.Connection) -> None:
    file = database_file(database)
    with closing(FileWatch(file)) as watch:
        checkpoint(database)
        assert watch.find_fault() == ""
        before = file.stat().st_size
        database.execute("DELETE FROM things")
        database.execute("VACUUM")
        assert watch.find_fault() == ""
        checkpoint(database)
        assert watch.find_fault() == ""
        assert file.stat().st_size < before
        write(database)
        assert watch.find_fault() == ""


def test_who_reads_damage_first_learns_that_another_program_has_changed_the_file(
    database: sqlite3.Connection,
) -> None:
    with closing(FileWatch(database_file(database))) as watch:
        assert watch.find_fault() == ""
        os.truncate(database_file(database), 0)
        assert watch.note_damage()
        assert watch.find_fault() == GONE
        assert watch.is_changed


def test_damage_without_a_foreign_change_is_reported_as_damage(
    database: sqlite3.Connection,
) -> None:
    with closing(FileWatch(database_file(database))) as watch:
        assert watch.note_damage()
        assert not watch.note_damage()
        assert watch.find_fault() == NO_STORE
        assert not watch.is_changed
