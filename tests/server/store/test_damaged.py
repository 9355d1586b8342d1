"""Files that are damaged, incomplete, not a database, or locked by others."""

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from punto.rules.errors import PuntoError
from punto.server.store import checking, migrate
from punto.server.store.errors import StoreError
from punto.server.store.model import Due
from punto.server.store.store import Limits, Store

from .appends import begin, fill, go_on


def opened(address: str | Path) -> None:
    """Open a store and close it again."""

    async def story() -> None:
        async with Store(address, Limits(wait_seconds=0.2)):
            pass

    asyncio.run(story())


def make_without_tables(path: Path) -> None:
    """Make an SQLite database without any content."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


async def filled(path: Path) -> None:
    async with Store(path) as store:
        await fill(store, 30)


@pytest.mark.parametrize("garbage", [b"hello, world\n" * 500, os.urandom(8192), b"\0" * 5000])
def test_garbage_is_refused_and_left_alone(path: Path, garbage: bytes) -> None:
    path.write_bytes(garbage)
    with pytest.raises(StoreError, match=r"punto\.db: this is not a database of Punto") as caught:
        opened(path)
    assert caught.value.code == "not-a-store"
    assert path.read_bytes() == garbage
    assert list(path.parent.iterdir()) == [path]


def test_half_a_database_is_refused_and_left_alone(path: Path) -> None:
    asyncio.run(filled(path))
    half = path.read_bytes()[: path.stat().st_size // 2]
    path.write_bytes(half)
    with pytest.raises(StoreError, match="or it is damaged") as caught:
        opened(path)
    assert caught.value.code == "not-a-store"
    assert path.read_bytes() == half


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_database_without_its_main_file_is_not_recreated(
    path: Path, lose: Callable[[Path], object]
) -> None:
    log = path.with_name("punto.db-wal")
    asyncio.run(filled(path))
    log.write_bytes(b"x" * 100)
    lose(path)
    with pytest.raises(StoreError, match="restore a backup") as caught:
        opened(path)
    assert caught.value.code == "not-a-store"
    assert log.read_bytes() == b"x" * 100


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_linked_database_without_its_main_file_is_not_recreated(
    path: Path, lose: Callable[[Path], object]
) -> None:
    link, log = path.with_name("link.db"), path.with_name("punto.db-wal")
    link.symlink_to(path)
    asyncio.run(filled(link))
    log.write_bytes(b"x" * 100)
    lose(path)
    with pytest.raises(StoreError, match="restore a backup") as caught:
        opened(link)
    assert caught.value.code == "not-a-store"
    assert log.read_bytes() == b"x" * 100


@pytest.mark.parametrize("make", [Path.touch, make_without_tables])
def test_an_empty_file_is_not_taken_for_a_new_database(
    path: Path, make: Callable[[Path], object]
) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"restore a backup.*or delete the file") as caught:
        opened(path)
    assert caught.value.code == "store-empty"
    assert path.read_bytes() == before
    path.unlink()
    opened(path)
    opened(path)


def test_an_interrupted_first_start_leaves_no_empty_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "upgrade", power_cut)
        with pytest.raises(KeyboardInterrupt):
            opened(path)
    assert not path.exists()
    opened(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_damaged_page_is_found_at_the_start(path: Path) -> None:
    asyncio.run(filled(path))
    whole = bytearray(path.read_bytes())
    whole[-4096:] = b"\xff" * 4096
    path.write_bytes(whole)
    with pytest.raises(StoreError, match=r"it is damaged .*restore a backup") as caught:
        opened(path)
    assert caught.value.code == "not-a-store"
    assert path.read_bytes() == whole


def test_only_the_first_rows_of_a_large_file_are_checked(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(checking, "MAX_QUICK_CHECK_BYTES", 1)
    asyncio.run(filled(path))
    with caplog.at_level("INFO"):
        opened(path)
    assert "punto check" in caplog.text
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE dues")
    with pytest.raises(StoreError, match="it is damaged") as caught:
        opened(path)
    assert caught.value.code == "not-a-store"


@pytest.mark.parametrize(
    ("name", "code"), [("missing/punto.db", "store-unavailable"), ("", "database-is-folder")]
)
def test_an_impossible_path_is_refused(tmp_path: Path, name: str, code: str) -> None:
    with pytest.raises(StoreError) as caught:
        opened(tmp_path / name)
    assert caught.value.code == code
    assert str(tmp_path) in caught.value.sentence


@pytest.mark.parametrize(
    "address", ["mysql://host/name", "sqlite://", "sqlite:///:memory:", "://", "x://a:secret@b"]
)
def test_an_invalid_address_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(PuntoError, match="expected the path of a file") as caught:
        opened(address)
    assert caught.value.code == "unreadable-database-address"
    assert "secret" not in caught.value.sentence


def test_a_file_may_be_given_as_a_url(path: Path) -> None:
    opened(f"sqlite:///{path}")
    assert path.exists()


def test_a_locked_file_is_refused_after_a_while(path: Path) -> None:
    asyncio.run(filled(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        with pytest.raises(StoreError) as caught:
            opened(path)
        assert caught.value.code == "store-unavailable"
        assert time.monotonic() - begun < 15
        other.execute("ROLLBACK")
    opened(path)


def test_reads_work_while_another_process_holds_the_write_lock(path: Path) -> None:
    async def story() -> None:
        async with Store(path, Limits(wait_seconds=0.2)) as store:
            await store.append(begin(due=Due(1, "bot")))
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                waiting = asyncio.create_task(store.append(go_on(1)))
                assert len(await store.read("a")) == len(await store.due(2)) == 1
                with pytest.raises(StoreError) as caught:
                    await waiting
                assert caught.value.code == "store-unavailable"
                stuck = asyncio.create_task(store.append(go_on(1)))
                await asyncio.sleep(0)
                other.execute("ROLLBACK")
            await stuck
            assert len(await store.read("a")) == 2

    asyncio.run(story())


def test_closing_waits_for_a_limited_time(path: Path) -> None:
    async def story() -> None:
        store = Store(path, Limits(wait_seconds=1))
        await store.open()
        await store.append(begin())
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            stuck = asyncio.create_task(store.append(go_on(1)))
            await asyncio.sleep(0)
            await store.close(timeout=0.1)
            with pytest.raises(StoreError, match="may or may not be stored"):
                await stuck
        store._writer.thread.join()

    asyncio.run(story())
