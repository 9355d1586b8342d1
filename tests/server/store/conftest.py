"""The databases on which the store is tested."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.databases import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        yield str(tmp_path / "punto.db")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        with server.database() as address:
            yield address


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of an SQLite database that does not exist yet, for what only files have."""
    return tmp_path / "punto.db"
