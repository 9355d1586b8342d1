"""One server for all tests of a file."""

from collections.abc import Iterator

import pytest

from server.process import ServerProcess, server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("server"), {"log_level": "debug"}) as process:
        yield process
