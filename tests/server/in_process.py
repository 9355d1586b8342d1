"""A server inside the test's own process, so that a test can break it from inside."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from punto.server.app import create_app
from punto.server.config.settings import Config
from punto.server.run import uvicorn_config
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.settings import TransportSettings

from .server_process import free_port

OPEN_FILES = 1000


@contextmanager
def serving(database: Path | str) -> Iterator[str]:
    """Run a server in a thread as long as the block lasts; gives its URL."""
    config = Config(database=str(database), port=free_port())
    serving = uvicorn_config(
        create_app(config), TransportSettings.of(config, ConnectionLimits.of(config, OPEN_FILES))
    )
    serving.port = config.port
    server = uvicorn.Server(serving)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{config.port}"
    finally:
        server.should_exit = True
        thread.join()
