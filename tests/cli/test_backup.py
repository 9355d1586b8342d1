"""`punto backup` and `punto restore`."""

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from cli.conftest import Here
from cli.terminal import punto
from punto.server.store.model import Append, NewEvent
from punto.server.store.store import Store


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with one table, named in the environment."""
    path = tmp_path / "tables.sqlite"
    asyncio.run(append(path, "first"))
    monkeypatch.setenv("PUNTO_DATABASE", str(path))
    return path


async def append(path: Path, table: str) -> None:
    async with Store(path) as store:
        await store.append(Append(table, 0, 1, [NewEvent("x", "{}")], "open"))


async def has(path: Path, table: str) -> bool:
    async with Store(path) as store:
        return await store.table(table) is not None


def test_a_database_is_saved_and_brought_back(database: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    run = punto("backup", saved)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith(f"{saved}: saved, 0.")
    asyncio.run(append(database, "second"))
    run = punto("restore", saved)
    assert (run.returncode, run.stderr) == (0, "")
    kept = Path(f"{database}.before-restore")
    assert run.stdout == (
        f"{database}: restored from {saved}\nThe previous database is kept as {kept}\n"
    )
    assert asyncio.run(has(database, "first"))
    assert not asyncio.run(has(database, "second"))
    assert asyncio.run(has(kept, "second"))


def test_a_flag_says_which_database_and_its_folder_may_be_new(
    database: Path, tmp_path: Path
) -> None:
    saved, other = tmp_path / "saved", tmp_path / "new" / "other.sqlite"
    assert punto("backup", saved, "--database", database).returncode == 0
    run = punto("restore", saved, "--database", other)
    assert run.stdout == f"{other}: restored from {saved}\n"
    assert asyncio.run(has(other, "first"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_leaves_the_database_to_its_owner(database: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    assert punto("backup", saved).returncode == 0
    os.chown(database, 12_345, 12_345)
    assert punto("restore", saved).returncode == 0
    assert (database.stat().st_uid, database.stat().st_gid) == (12_345, 12_345)


def test_a_database_in_use_is_saved_but_not_replaced(database: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"

    async def story() -> None:
        async with Store(database):
            assert (await asyncio.to_thread(punto, "backup", saved)).returncode == 0
            run = await asyncio.to_thread(punto, "restore", saved)
            assert run.returncode == 2
            assert run.stderr == f"punto: {database}: a server uses this database, stop it first\n"

    asyncio.run(story())


@pytest.mark.parametrize(("command", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_postgresql_has_its_own_programs(
    command: str, program: str, database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    run = punto(command, file, "--database", "postgresql://me:hunter2@localhost/punto")
    assert run.returncode == 2
    assert "PostgreSQL has its own program" in run.stderr
    assert run.stderr.endswith(f": use {program}\n")
    assert len(run.stderr.splitlines()) == 1
    assert "hunter2" not in run.stderr


@pytest.mark.usefixtures("database")
def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "other"
    sqlite3.connect(other).close()
    for file, words in [(other, "there is nothing in it"), (tmp_path / "x", "No such file")]:
        run = punto("restore", file)
        assert run.returncode == 2
        assert run.stderr.startswith(f"punto: {file}: ")
        assert words in run.stderr
        assert len(run.stderr.splitlines()) == 1


@pytest.mark.usefixtures("database")
def test_a_folder_that_does_not_exist_is_named(tmp_path: Path, here: Here) -> None:
    run = here("backup", tmp_path / "no" / "such" / "copy.sqlite")
    assert run.returncode == 2
    folder = tmp_path / "no" / "such"
    assert run.stderr == (
        f"punto: {folder}: there is no such folder: create it, or name another file\n"
    )
    assert not (tmp_path / "no").exists()


@pytest.mark.usefixtures("database")
def test_a_folder_is_not_a_file(tmp_path: Path, here: Here) -> None:
    run = here("backup", tmp_path)
    assert run.stderr == f"punto: {tmp_path}: this is a folder: name a file in it\n"
