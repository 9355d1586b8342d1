"""The databases on which the store is tested."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that does not exist yet; another kind is another parameter."""
    return {"sqlite": str(tmp_path / "punto.db")}[request.param]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of an SQLite database that does not exist yet, for what only files have."""
    return tmp_path / "punto.db"
