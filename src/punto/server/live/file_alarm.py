"""The alarm when the database file is gone, changed or damaged: for operators and players."""

import asyncio
import logging
from collections.abc import Callable

from punto.server.live.hub import Hub
from punto.server.store.errors import refusal
from punto.server.store.file_watch import FileWatch
from punto.server.table.client_view import refused_message

log = logging.getLogger("punto.store")

POLL_SECONDS = 0.4
"""Short enough to notice within a second, even where nobody does anything."""


async def watch_file(file: FileWatch, hub: Hub, on_change: Callable[[], None]) -> None:
    """Poll the database file, and report when it is not as the server left it, until cancelled.

    `on_change` is called when another program has changed it in place.
    """
    reported = ""
    while True:
        trouble = file.trouble()
        if trouble is None and reported:
            log.info("%s: the file is back; moves are stored again", file.file)
        elif trouble is not None and trouble.code != reported:
            log.error("%s", trouble)
            warn_clients(hub, trouble.code)
            if file.is_changed:
                on_change()
        reported = trouble.code if trouble else ""
        await asyncio.sleep(POLL_SECONDS)


def warn_clients(hub: Hub, code: str) -> None:
    """Tell all clients that nothing can be stored at the moment, and why."""
    message = refused_message(refusal(code), None)
    for client in tuple(hub.clients):
        client.send(message)
