"""A server that a test starts itself, and a wall clock that can be wrong."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..clocks import WrongClock
from ..server_process import ServerProcess


@pytest.fixture
def clock() -> WrongClock:
    return WrongClock()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[ServerProcess]:
    made = ServerProcess(tmp_path)
    yield made
    made.end()
