"""`punto undelete`."""

import asyncio
import json
from pathlib import Path

import pytest

from cli.terminal import punto
from punto.server.store.deleting import DAY_MS, Policy
from punto.server.store.model import Append, NewEvent
from punto.server.store.store import Store

CODE = "dhkl-moqr-wxyd"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database from which one table was deleted."""
    path = tmp_path / "tables.sqlite"

    async def story() -> None:
        async with Store(path) as store:
            await store.append(Append(CODE, 0, 5 * DAY_MS, [NewEvent("x", "{}")], "over"))
            for day in (10, 12):
                await store.clean_up(day * DAY_MS, Policy(1, ("over",)))

    asyncio.run(story())
    return path


def test_what_was_deleted_is_listed_and_brought_back(database: Path) -> None:
    run = punto("undelete", "--database", database)
    line = f"{CODE}: last used 1970-01-06, deleted 1970-01-13, events: 1\n"
    assert (run.returncode, run.stdout, run.stderr) == (0, line, "")
    run = punto("undelete", "--json", "--database", database)
    facts = {"table": CODE, "touched": "1970-01-06", "deleted": "1970-01-13", "events": 1}
    assert json.loads(run.stdout) == [facts]
    run = punto("undelete", "DHKL MOQR WXYD", "--database", database)
    assert (run.returncode, run.stdout) == (0, f"{CODE}: restored\n")
    run = punto("undelete", "--database", database)
    assert (run.returncode, run.stdout) == (0, "There is no deleted table to restore.\n")


@pytest.mark.parametrize("code", ["dddd-dddd-dddd", "no code"])
def test_what_was_not_deleted_is_refused(database: Path, code: str) -> None:
    run = punto("undelete", code, "--database", database)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


def test_a_database_that_is_not_there_is_refused(tmp_path: Path) -> None:
    run = punto("undelete", "--database", tmp_path / "none.sqlite")
    assert run.returncode == 2
    assert "there is no such file" in run.stderr
    assert list(tmp_path.iterdir()) == []
