"""The alarm when the database file is gone: for those who run the server, and all who play."""

import asyncio
import logging

from punto.server.live import texts
from punto.server.live.hub import Hub
from punto.server.store.errors import GONE, refusal
from punto.server.store.file_watch import FileWatch
from punto.server.transport.frames import text_frame

log = logging.getLogger("punto.store")

PAUSE_SECONDS = 0.4
"""Between two looks: it is noticed within a second also where nobody does anything."""


async def watch_file(file: FileWatch, hub: Hub) -> None:
    """Look again and again whether the file is where it was; tell when that changes."""
    was_gone = False
    while True:
        trouble = file.trouble()
        if trouble is not None and not was_gone:
            log.error("%s", trouble)
            tell_all(hub)
        elif trouble is None and was_gone:
            log.info("%s: the file is back, and everything goes on", file.file)
        was_gone = trouble is not None
        await asyncio.sleep(PAUSE_SECONDS)


def tell_all(hub: Hub) -> None:
    """Say to all clients that nothing is stored just now."""
    frame = text_frame(texts.refused(refusal(GONE), None))
    for connection in tuple(hub.connections):
        connection.pass_on(frame)
