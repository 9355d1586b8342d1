"""Real servers, started once in a test run, or in each worker of it, when a test needs them."""

from collections.abc import Iterator

import pytest

from server.databases import Postgres, Valkey, running_postgres, running_valkey


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; a test that stops it starts it again."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A Valkey server; a test that stops it starts it again."""
    with running_valkey() as server:
        yield server
