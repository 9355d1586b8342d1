"""One server for all tests that need no other settings."""

from collections.abc import Iterator

import pytest

from server.process import ServerProcess, server


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("server"), {"log_level": "debug"}) as process:
        yield process
