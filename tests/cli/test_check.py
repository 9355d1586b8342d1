"""`punto check`."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.terminal import punto
from punto.server.store.store import Store
from server.client import person
from server.live.room import Room


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one table."""
    path = tmp_path / "tables.sqlite"

    async def story() -> None:
        async with Store(path) as store:
            room = Room(store)
            await room.open(person("Ada"), person("Ben"))
            room.bot_pool.close()

    asyncio.run(story())
    return path


def test_a_whole_database_is_well(database: Path) -> None:
    run = punto("check", "--database", database)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith(f"{database}: no problems found (tables: 1, events: ")
    run = punto("check", "--json", "--database", database)
    facts = json.loads(run.stdout)
    assert (facts["well"], facts["tables"], facts["problems"]) == (True, 1, [])


def test_what_is_wrong_is_said_and_the_exit_code_is_1(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM events WHERE number = 1")
    run = punto("check", "--database", database)
    assert run.returncode == 1
    first, last = run.stdout.splitlines()
    assert first.endswith(": event 1 is missing")
    assert "restore a backup" in last
    run = punto("check", "--json", "--database", database)
    assert run.returncode == 1
    assert [problem["code"] for problem in json.loads(run.stdout)["problems"]] == ["gap"]


def test_without_a_database_the_exit_code_is_2(tmp_path: Path) -> None:
    run = punto("check", "--database", tmp_path / "none.sqlite")
    assert (run.returncode, run.stdout) == (2, "")
    assert "there is no such file" in run.stderr
