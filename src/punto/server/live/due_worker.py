"""The due worker: claims what is due in the database, so that one node takes care of it.

A claim is a lease: while a bot thinks, its node renews the lease; if the node dies, the lease ends
and another node takes over (failover).
"""

import asyncio
import logging
import time

from punto.server.live.due import LEASE_MS
from punto.server.live.hub import Hub
from punto.server.store.errors import StoreError

log = logging.getLogger("punto.due")

POLL_SECONDS = 0.25

OVERDUE_SECONDS = 2.0
"""How often to look for people who wait in vain, whatever the database says about their table."""

RENEW_SECONDS = 0.6
"""After this time the lease of a bot that still thinks is renewed."""

MAX_CLAIMS = 100
"""How many tables are claimed at once."""


async def run_due_worker(hub: Hub) -> None:
    """Do what is due until cancelled: moves of bots, and turns whose time is up."""
    services, renewed_at, looked_at, last_error = hub.services, 0.0, 0.0, ""
    while True:
        try:
            if not services.bus.is_alone and time.monotonic() - renewed_at > RENEW_SECONDS:
                renewed_at = time.monotonic()
                await renew_leases(hub)
            rows = await services.store.claim(services.now(), LEASE_MS, MAX_CLAIMS)
        except StoreError as error:
            if error.code != last_error:  # once, and not four times a second
                log.warning("cannot read what is due, retrying: %s", error)
            rows, last_error = [], error.code
        else:
            last_error = ""
        if rows:
            await asyncio.gather(*(hub.do_what_is_due(row.table) for row in rows))
        if time.monotonic() - looked_at > OVERDUE_SECONDS:
            looked_at = time.monotonic()
            await hub.do_what_is_overdue()
        await asyncio.sleep(POLL_SECONDS)


async def renew_leases(hub: Hub) -> None:
    """Renew the leases of bots that have been thinking for a while."""
    early = time.monotonic() - RENEW_SECONDS
    numbers = {
        code: hub.tables[code].last_event
        for code, since in hub.bots.thinking_since.items()
        if since < early
    }
    if numbers:
        await hub.services.store.renew(hub.services.now(), LEASE_MS, numbers)
