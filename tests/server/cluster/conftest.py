"""The nodes for most tests of a cluster."""

from collections.abc import Iterator, Sequence

import pytest

from ..databases import Postgres, Valkey
from ..server_process import ServerProcess
from .nodes import nodes


@pytest.fixture(scope="session")
def pair(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey
) -> Iterator[Sequence[ServerProcess]]:
    """Two nodes that nobody harms."""
    folder = tmp_path_factory.mktemp("pair")
    with nodes(folder, postgres, valkey, grace_seconds=0.5, spectators_per_table=2) as both:
        yield both
