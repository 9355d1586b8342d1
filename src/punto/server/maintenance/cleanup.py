"""The hourly round: old tables are announced, then deleted, and garbage is collected."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

from punto.server.config.settings import Config
from punto.server.live.clock import Clock
from punto.server.live.hub import Hub
from punto.server.process import gc_tuning
from punto.server.store.errors import StoreError
from punto.server.store.store import Store
from punto.server.store.tidying import KEPT_DAYS, Policy, Tidied

log = logging.getLogger("punto.tidying")

HOUR_SECONDS = 3600


async def keep_tidy(
    config: Config, store: Store, clock: Clock, hub: Hub, on_delete: Callable[[], None]
) -> None:
    """Look once an hour for tables that need not be kept; `on_delete` is called if some are gone.

    All garbage is collected once a day, and every hour where nobody has to wait for that.
    """
    policies = {
        "keep_waiting_days": Policy(config.keep_waiting_days, ("waiting", "playing")),
        "keep_finished_days": Policy(config.keep_finished_days, ("over",)),
    }
    for hour in count(1):
        try:
            await store.touch(hub.in_use, clock())
        except StoreError as error:
            log.warning("tables in use could not be touched: %s", error)
        for setting, policy in policies.items():
            try:
                tidied = await store.tidy(clock(), policy)
            except StoreError as error:
                log.warning("old tables could not be looked for: %s", error)
                continue
            tell(tidied, setting, policy)
            if tidied.deleted:
                on_delete()
        await asyncio.sleep(HOUR_SECONDS)
        if not hub.clients or hour % 24 == 0:
            gc_tuning.collect()


def tell(tidied: Tidied, setting: str, policy: Policy) -> None:
    """Log what was done, and what will be."""
    if tidied.oldest is not None:
        log.warning(
            "%s tables will be deleted in a day, as nobody touched them for %s days (%s), the"
            " oldest since %s: a player who comes to a table keeps it, %s = 0 keeps all",
            tidied.marked,
            policy.days,
            setting,
            datetime.fromtimestamp(tidied.oldest / 1000, UTC).date(),
            setting,
        )
    if tidied.deleted:
        log.warning(
            "%s tables were deleted that nobody touched for %s days; for %s days `punto undelete`"
            " brings them back",
            tidied.deleted,
            policy.days,
            KEPT_DAYS,
        )
    if tidied.purged:
        log.info("%s tables that were deleted before cannot be brought back now", tidied.purged)
