"""The attendant: looks again and again for what is due, and that no other node sees to."""

import asyncio
import logging
import time

from punto.server.live.due import LEASE
from punto.server.live.hub import Hub
from punto.server.store.errors import StoreError

log = logging.getLogger("punto.due")

PAUSE = 0.25
"""Seconds between two looks."""

RENEWAL = 0.6
"""Seconds after which a bot that still thinks is kept from being replaced by another node's."""

AT_ONCE = 100


async def attend(hub: Hub) -> None:
    """Attend to tables until cancelled: bots that were about to move, and time that is over."""
    services, renewed, trouble = hub.services, 0.0, ""
    while True:
        try:
            if not services.bus.is_alone and time.monotonic() - renewed > RENEWAL:
                renewed = time.monotonic()
                await renew(hub)
            rows = await services.store.claim(services.now(), LEASE, AT_ONCE)
        except StoreError as error:
            if error.code != trouble:  # once, and not four times a second
                log.warning("cannot see what is due: %s", error)
            rows, trouble = [], error.code
        else:
            trouble = ""
        if rows:
            await asyncio.gather(*(hub.attend(row.table) for row in rows))
        await asyncio.sleep(PAUSE)


async def renew(hub: Hub) -> None:
    """Say of all bots that have thought for a while that they still do."""
    early = time.monotonic() - RENEWAL
    numbers = {
        code: hub.tables[code].journal.told for code, since in hub.thinking.items() if since < early
    }
    if numbers:
        await hub.services.store.renew(hub.services.now(), LEASE, numbers)
