"""The server for the tests of live tables."""

from collections.abc import Iterator

import pytest

from ..server_process import ServerProcess, server


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on which bots may soon stand in."""
    with server(tmp_path_factory.mktemp("server"), {"grace_seconds": 0.5}) as process:
        yield process
