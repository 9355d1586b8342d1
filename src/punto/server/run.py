"""Running the server: from the listening socket to a bounded shutdown."""

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any, TypeAlias

import uvicorn

from punto.server.base_path import App, MountedApp
from punto.server.config.settings import Config
from punto.server.process import gc_tuning
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.http import HttpConnection
from punto.server.transport.listening import (
    BACKLOG,
    SERVER_NAME,
    listen,
    local_url,
    raise_open_file_limit,
)
from punto.server.transport.settings import TransportSettings

NOTIFY_SECONDS = 1.0
"""Shutdown: how long notifying all clients may take."""

GRACEFUL_SECONDS = 2
"""Shutdown: how long requests in progress may take after that."""

FORCE_EXIT_SECONDS = 4.7
"""Shutdown: when the process exits at the latest, whatever is still running."""

StopHook: TypeAlias = Callable[[], Awaitable[None]]

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """uvicorn's server with hooks for start and stop, and a deadline for the shutdown."""

    def __init__(
        self,
        config: uvicorn.Config,
        transport: TransportSettings,
        on_open: Callable[[], None],
        on_stop: StopHook | None,
    ):
        super().__init__(config)
        self.transport = transport
        self.on_open = on_open
        self.on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the app, then accept connections."""
        await super().startup(sockets)
        gc_tuning.tune()
        self.on_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Notify the app before connections are closed."""
        log.info("stopping")
        if self.on_stop:
            try:
                await asyncio.wait_for(self.on_stop(), NOTIFY_SECONDS)
            except Exception:
                log.exception("not all clients could be notified of the shutdown")
        self.transport.is_stopping = True
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start the shutdown and its deadline.

        Whatever was acknowledged is on disk, so nothing is worth a long wait.
        """
        if not self.should_exit:
            timer = threading.Timer(FORCE_EXIT_SECONDS, force_exit)
            timer.daemon = True
            timer.start()
        super().handle_exit(sig, frame)


def force_exit() -> None:
    """Exit the process immediately."""
    log.warning("shutdown took longer than %.1f s: exiting now", FORCE_EXIT_SECONDS)
    logging.shutdown()
    os._exit(1)


def serve(
    config: Config,
    app: App,
    *,
    on_ready: Callable[[str], None],
    on_stop: StopHook | None = None,
) -> int:
    """Serve the app until a signal stops the process; return the exit code.

    `on_ready` gets the link for a browser on this computer once connections are accepted.
    `on_stop` is awaited, for a second at most, before connections are closed.
    Raises ListenError, and what the app raises while it starts.
    """
    limits = ConnectionLimits.of(config, raise_open_file_limit(config.connections))
    with listen(config) as listener:
        link = local_url(config.listening_host, listener.getsockname()[1], config.base_path)
        mounted = MountedApp(app, config.base_path)
        transport = TransportSettings.of(config, limits)
        settings = uvicorn_config(mounted, transport)
        server = Server(settings, transport, partial(on_ready, link), on_stop)
        try:
            with stop_on_signals(server):
                server.run([listener])
        except SystemExit as end:
            if mounted.error:
                raise mounted.error from None
            return int(end.code or 0)
    return 0


def uvicorn_config(app: App, transport: TransportSettings) -> uvicorn.Config:
    """Configure uvicorn to run the lifespan and the listener; the transport is ours."""
    protocol: Any = partial(HttpConnection, settings=transport)
    return uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        loop="auto",
        interface="asgi3",
        lifespan="on",
        log_config=None,
        proxy_headers=False,
        server_header=False,
        headers=[("Server", SERVER_NAME)],
        workers=1,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )


@contextmanager
def stop_on_signals(server: Server) -> Iterator[None]:
    """Stop the server on signals from the very start; uvicorn re-raises them at the end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in previous:
        signal.signal(number, server.handle_exit)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
