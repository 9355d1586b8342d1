"""One server for all tests that do not need other settings."""

from collections.abc import Iterator

import pytest

from server.server_process import ServerProcess, server


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    # So long that no bot may stand in, however slow the machine is.
    settings = {"log_level": "debug", "grace_seconds": 3600}
    with server(tmp_path_factory.mktemp("server"), settings) as process:
        yield process


@pytest.fixture(scope="session")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that logs everything, and soon replaces people who are away."""
    settings = {"log_level": "debug", "grace_seconds": 0, "host_away_seconds": 1}
    with server(tmp_path_factory.mktemp("talkative"), settings) as process:
        yield process
