"""The hourly cleanup: old tables are announced, then deleted, and garbage is collected."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

from punto.server.config.settings import Config
from punto.server.live.clock import Clock
from punto.server.live.hub import Hub
from punto.server.process import gc_tuning
from punto.server.store.deleting import KEPT_DAYS, Cleanup, Policy
from punto.server.store.errors import StoreError
from punto.server.store.store import Store

log = logging.getLogger("punto.cleanup")

HOUR_SECONDS = 3600


async def run_cleanup(
    config: Config, store: Store, clock: Clock, hub: Hub, on_delete: Callable[[], None]
) -> None:
    """Clean up once an hour, until cancelled; `on_delete` is called after tables were deleted.

    Garbage is collected fully once a day, and every hour if nobody is connected.
    """
    policies = {
        "keep_waiting_days": Policy(config.keep_waiting_days, ("waiting", "playing")),
        "keep_finished_days": Policy(config.keep_finished_days, ("over",)),
    }
    for hour in count(1):
        try:
            await store.touch(hub.in_use, clock())
        except StoreError as error:
            log.warning("cleanup: could not mark tables as used: %s", error)
        for setting, policy in policies.items():
            try:
                cleanup = await store.clean_up(clock(), policy)
            except StoreError as error:
                log.warning(
                    "cleanup: could not look for old tables, trying again in an hour: %s", error
                )
                continue
            log_cleanup(cleanup, setting, policy)
            if cleanup.deleted:
                on_delete()
        await asyncio.sleep(HOUR_SECONDS)
        if not hub.clients or hour % 24 == 0:
            gc_tuning.collect()


def log_cleanup(cleanup: Cleanup, setting: str, policy: Policy) -> None:
    """Log what was deleted, and what will be."""
    if cleanup.oldest is not None:
        log.warning(
            "%s tables will be deleted in a day, because nobody used them for %s days (%s); the"
            " oldest was last used on %s. Opening a table keeps it, %s = 0 keeps all of them",
            cleanup.marked,
            policy.days,
            setting,
            datetime.fromtimestamp(cleanup.oldest / 1000, UTC).date(),
            setting,
        )
    if cleanup.deleted:
        log.warning(
            "deleted %s tables that nobody used for %s days; `punto undelete` can bring them back"
            " for %s days",
            cleanup.deleted,
            policy.days,
            KEPT_DAYS,
        )
    if cleanup.purged:
        log.info("%s deleted tables can no longer be brought back", cleanup.purged)
