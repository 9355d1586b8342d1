"""One server for all tests that do not need other settings."""

from collections.abc import Iterator

import pytest

from server.process import ServerProcess, server


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    # However slow the machine, nobody is gone for so long that a bot may stand in.
    settings = {"log_level": "debug", "grace_seconds": 3600}
    with server(tmp_path_factory.mktemp("server"), settings) as process:
        yield process


@pytest.fixture(scope="session")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that logs all it can, and lets bots stand in at once."""
    settings = {"log_level": "debug", "grace_seconds": 0}
    with server(tmp_path_factory.mktemp("talkative"), settings) as process:
        yield process
