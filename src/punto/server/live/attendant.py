"""The attendant: looks again and again for what is due at tables that nobody is using."""

import asyncio
import logging

from punto.server.live.hub import Hub
from punto.server.store.errors import StoreError
from punto.server.store.rows import DueRow

log = logging.getLogger("punto.due")

PAUSE = 0.25
"""Seconds between two looks."""

AT_ONCE = 100
AGAIN = 5000
"""Milliseconds after which something that could not be done is tried again."""


async def attend(hub: Hub) -> None:
    """Attend to tables until cancelled: bots that were about to move, and time that is over."""
    tried: dict[DueRow, int] = {}
    while True:
        now = hub.services.now()
        tried = {row: when for row, when in tried.items() if when > now - AGAIN}
        try:
            rows = await hub.services.store.due(now, AT_ONCE + len(tried))
        except StoreError as error:
            log.warning("cannot see what is due: %s", error)
            rows = []
        for row in rows:
            if row not in tried:
                tried[row] = now
                await hub.attend(row.table)
        await asyncio.sleep(PAUSE)
