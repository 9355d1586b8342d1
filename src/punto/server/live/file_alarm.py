"""The alarm when the database file is gone, changed or damaged: for operators and players."""

import asyncio
import logging
from collections.abc import Callable

from punto.server.live import client_messages
from punto.server.live.hub import Hub
from punto.server.store.errors import refusal
from punto.server.store.file_watch import FileWatch

log = logging.getLogger("punto.store")

PAUSE_SECONDS = 0.4
"""Between two looks: it is noticed within a second also where nobody does anything."""


async def watch_file(file: FileWatch, hub: Hub, on_change: Callable[[], None]) -> None:
    """Look again and again whether the file is as it was left; tell when that changes.

    `on_change` is called when another program has changed it in place.
    """
    told = ""
    while True:
        trouble = file.trouble()
        if trouble is None and told:
            log.info("%s: the file is back, and everything goes on", file.file)
        elif trouble is not None and trouble.code != told:
            log.error("%s", trouble)
            tell_all(hub, trouble.code)
            if file.is_changed:
                on_change()
        told = trouble.code if trouble else ""
        await asyncio.sleep(PAUSE_SECONDS)


def tell_all(hub: Hub, code: str) -> None:
    """Say to all clients that nothing is stored just now, and why."""
    text = client_messages.refused(refusal(code), None)
    for connection in tuple(hub.connections):
        connection.put(text)
