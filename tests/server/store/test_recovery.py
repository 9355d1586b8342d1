"""Backups: consistent while others write; and restoring them."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from punto.server.store.errors import StoreError
from punto.server.store.model import Append, NewEvent
from punto.server.store.recovery import backup, restore
from punto.server.store.store import Store

from .appends import begin, fill, go_on

STEP = 20
"""How many events one append adds."""


async def numbers(path: Path, table: str = "a") -> list[int]:
    async with Store(path) as store:
        return [entry.number for entry in await store.read(table, limit=100_000)]


def test_a_backup_during_writes_has_all_that_was_acknowledged_before(
    path: Path, tmp_path: Path
) -> None:
    async def write(store: Store, done: asyncio.Event) -> None:
        after = 1
        while not done.is_set():
            await store.append(go_on(after, "a", count=STEP))
            await store.append(go_on(after, "b", count=STEP))
            after += STEP

    async def story() -> None:
        async with Store(path) as store:
            await asyncio.gather(store.append(begin("a")), store.append(begin("b")))
            done = asyncio.Event()
            writing = asyncio.create_task(write(store, done))
            for number in range(5):
                await asyncio.sleep(0.05)
                row = await store.table("a")
                assert row is not None
                file = tmp_path / f"backup-{number}"
                await asyncio.to_thread(backup, path, file)
                there = await numbers(file)
                assert there == list(range(1, len(there) + 1))
                assert len(there) >= row.last
                # The copy is one moment of the database: "b" follows "a" by at most one append.
                other = await numbers(file, "b")
                assert other in (there, there[:-STEP])
            done.set()
            await writing

    asyncio.run(story())


def test_a_backup_is_one_private_file_and_replaces_an_older_one(path: Path, tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "deep" / "backup"
        file.parent.mkdir()
        async with Store(path) as store:
            await fill(store, 3)
            backup(str(path), file)
            await store.append(begin())
            backup(f"sqlite:///{path}", file)
        assert list(file.parent.iterdir()) == [file]
        assert file.stat().st_mode & 0o777 == 0o600
        assert await numbers(file) == [1]

    asyncio.run(story())


def test_a_backup_is_restored_and_the_previous_database_saved(path: Path, tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "backup"
        async with Store(path) as store:
            await store.append(begin())
            backup(path, file)
            await store.append(go_on(1))
            with pytest.raises(StoreError, match="stop it first") as caught:
                restore(file, path)
            assert caught.value.code == "store-in-use"
            assert not list(tmp_path.glob("*.before-restore*"))
            await store.append(go_on(2))
        kept = restore(file, path)
        assert kept == tmp_path / "punto.db.before-restore"
        assert await numbers(path) == [1]
        assert await numbers(kept) == [1, 2, 3]
        assert restore(file, path) == tmp_path / "punto.db.before-restore-2"
        assert restore(file, tmp_path / "new.db") is None
        assert await numbers(tmp_path / "new.db") == [1]

    asyncio.run(story())


def test_an_idle_server_prevents_restoring(path: Path, tmp_path: Path) -> None:
    async def story() -> None:
        async with Store(path):
            backup(path, tmp_path / "backup")
            with pytest.raises(StoreError, match="stop it first"):
                restore(tmp_path / "backup", path)

    asyncio.run(story())


def test_a_damaged_database_is_saved_and_replaced(path: Path, tmp_path: Path) -> None:
    async def story() -> None:
        async with Store(path) as store:
            await store.append(begin())
        backup(path, tmp_path / "backup")
        path.write_bytes(b"garbage" * 1000)
        path.with_name("punto.db-wal").write_bytes(b"more garbage")
        kept = restore(tmp_path / "backup", path)
        assert kept is not None
        assert kept.read_bytes() == b"garbage" * 1000
        assert kept.with_name(kept.name + "-wal").read_bytes() == b"more garbage"
        assert await numbers(path) == [1]

    asyncio.run(story())


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE store_revision SET version_num = '9999'")


def mixed_up(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    whole[-4096 * 3 :] = bytes(4096 * 3)
    file.write_bytes(whole)


SPOILERS: dict[str, Callable[[Path], object]] = {
    "not-a-store": lambda file: file.write_bytes(b"garbage" * 1000),
    "store-newer": newer,
    "not-a-store ": mixed_up,
    "not-a-store  ": lambda file: file.write_bytes(b""),
    "not-a-store   ": Path.unlink,
}


@pytest.mark.parametrize(("code", "spoil"), SPOILERS.items())
def test_a_bad_backup_is_not_restored(
    path: Path, tmp_path: Path, code: str, spoil: Callable[[Path], object]
) -> None:
    async def story() -> None:
        file = tmp_path / "backup"
        async with Store(path) as store:
            await store.append(Append("a", 0, 1, [NewEvent("x", f'"{"x" * 50_000}"')], "open"))
            backup(path, file)
        spoil(file)
        with pytest.raises(StoreError) as caught:
            restore(file, path)
        assert caught.value.code == code.strip()
        assert await numbers(path) == [1]
        assert not path.with_name("punto.db.before-restore").exists()

    asyncio.run(story())


def test_backing_up_the_impossible_is_refused(path: Path, tmp_path: Path) -> None:
    async def story() -> None:
        async with Store(path) as store:
            await store.append(begin())
        cases: list[tuple[str | Path, Path, str]] = [
            (path, path, "not-a-backup"),
            (tmp_path / "missing", tmp_path / "x", "not-a-store"),
            ("postgresql://host/name", tmp_path / "x", "not-a-file"),
            (path, tmp_path / "missing" / "x", "backup-no-folder"),
        ]
        for source, target, code in cases:
            with pytest.raises(StoreError) as caught:
                backup(source, target)
            assert caught.value.code == code
        assert not (tmp_path / "missing").exists()
        assert await numbers(path) == [1]

    asyncio.run(story())
