"""Running a server: from the open port to the last connection."""

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

from punto.server.base_path import App, Mounted
from punto.server.config.settings import Config
from punto.server.process import gc_tuning
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.http import HttpConnection
from punto.server.transport.listening import BACKLOG, SIGNATURE, allow_open_files, listen, url
from punto.server.transport.settings import TransportSettings

NOTICE_SECONDS = 1.0
"""How long it may take to tell everybody that the server stops."""

GRACEFUL_SECONDS = 2
"""How long answers that are under way have after that."""

LAST_SECONDS = 4.7
"""When a server that was told to stop is gone, whatever holds it up."""

Stopping: TypeAlias = Callable[[], Awaitable[None]]

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """A server that says when it is open, and is closed in time."""

    def __init__(
        self,
        config: uvicorn.Config,
        transport: TransportSettings,
        opened: Callable[[], None],
        stopping: Stopping | None,
    ):
        super().__init__(config)
        self.transport = transport
        self.opened = opened
        self.stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the app, then take connections."""
        await super().startup(sockets)
        gc_tuning.tune()
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the app before connections are closed."""
        log.info("stopping")
        if self.stopping:
            try:
                await asyncio.wait_for(self.stopping(), NOTICE_SECONDS)
            except Exception:
                log.exception("not everybody could be told that the server stops")
        self.transport.is_stopping = True
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; what is acknowledged is on the disk, so nothing is worth waiting long."""
        if not self.should_exit:
            last = threading.Timer(LAST_SECONDS, leave)
            last.daemon = True
            last.start()
        super().handle_exit(sig, frame)


def leave() -> None:
    """End the process as it is."""
    log.warning("something did not end in time, so it was cut off")
    logging.shutdown()
    os._exit(1)


def serve(
    config: Config,
    app: App,
    *,
    ready: Callable[[str], None],
    stopping: Stopping | None = None,
) -> int:
    """Serve the app until the process is told to stop; give the exit code.

    `ready` gets the link for a browser on this computer as soon as connections are taken.
    `stopping` is awaited, for a second at most, before connections are closed.
    Raises ListenError, and what the app raises while it starts.
    """
    limits = ConnectionLimits.of(config, allow_open_files(config.connections))
    with listen(config) as listener:
        link = url(config.listening_host, listener.getsockname()[1], config.base_path)
        mounted = Mounted(app, config.base_path)
        transport = TransportSettings.of(config, limits)
        settings = uvicorn_config(mounted, transport)
        server = Server(settings, transport, partial(ready, link), stopping)
        try:
            with signals_that_stop(server):
                server.run([listener])
        except SystemExit as end:
            if mounted.error:
                raise mounted.error from None
            return int(end.code or 0)
    return 0


def uvicorn_config(app: App, transport: TransportSettings) -> uvicorn.Config:
    """Have uvicorn run the lifespan and the listener; the transport is ours."""
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
        headers=[("Server", SIGNATURE)],
        workers=1,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )


@contextmanager
def signals_that_stop(server: Server) -> Iterator[None]:
    """Have signals stop the server from the start; at the end uvicorn sends itself what came."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in kept:
        signal.signal(number, server.handle_exit)
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
