"""The server's clock: the time at its start, advanced by a monotonic clock.

Turns, leases and grace times are compared with times that were taken before, also by other nodes.
If somebody sets the wall clock of the computer meanwhile, none of them may end early or late. So
the wall clock is read once. Where several nodes share a database, its clock takes the place of the
wall clock, and is asked again every minute.
"""

import asyncio
import logging
import time

from punto.server.live.due import LONGEST_AHEAD_MS, LONGEST_LEASE_MS
from punto.server.store.errors import StoreError
from punto.server.store.store import Store

log = logging.getLogger("punto.clock")

CHECK_INTERVAL_SECONDS = 60
"""Between two looks at other clocks."""

TOLERANCE_MS = 200
"""So much another clock may differ: the answer of a database takes a while."""

WARNING_DIFFERENCE_MS = 60_000
"""A difference to the wall clock that is worth a line in the log."""

# Unlike `time.monotonic` these go on while the computer sleeps.
BOOT_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def elapsed_ms() -> int:
    """Read a clock that nobody can set."""
    ns = time.monotonic_ns() if BOOT_CLOCK is None else time.clock_gettime_ns(BOOT_CLOCK)
    return ns // 1_000_000


def wall_ms() -> int:
    """Read the clock of the computer, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clock:
    """Called, it tells the time in milliseconds since 1970."""

    def __init__(self) -> None:
        self.set(wall_ms())

    def __call__(self) -> int:
        """Tell the time."""
        return self._origin_ms + elapsed_ms()

    def set(self, now_ms: int) -> None:
        """Go by another clock, which shows this."""
        self._origin_ms = now_ms - elapsed_ms()

    async def follow(self, store: Store) -> None:
        """Go by the clock of the database, if it has one."""
        begun = elapsed_ms()
        database_ms = await store.time_ms()
        if database_ms is None:
            return
        database_ms += (elapsed_ms() - begun) // 2
        ahead = database_ms - self()
        if abs(ahead) > TOLERANCE_MS:
            if abs(ahead) > WARNING_DIFFERENCE_MS:
                log.warning("the database's clock is %+.0f s from ours: it counts", ahead / 1000)
            self.set(database_ms)


async def keep_time(clock: Clock, store: Store) -> None:
    """Follow the database's clock, and mend what a clock that was set has made of what is due."""
    reported_ms = 0
    while True:
        try:
            await clock.follow(store)
            await store.settle(clock(), LONGEST_LEASE_MS, LONGEST_AHEAD_MS)
        except StoreError as error:
            log.debug("cannot look at the database's clock: %s", error)
        ahead = wall_ms() - clock()
        if store.file and abs(ahead - reported_ms) > WARNING_DIFFERENCE_MS:
            log.warning(
                "the clock of the computer is %+.0f s from ours: it counts from the next start on",
                ahead / 1000,
            )
            reported_ms = ahead
        await asyncio.sleep(CHECK_INTERVAL_SECONDS)
