"""The server's clock: the wall clock at its start, advanced by a monotonic clock.

Turns, leases and grace times are compared with earlier readings, some of them by other nodes. They
must not end early or late because somebody sets the computer's wall clock, so the wall clock is
read only once. If several nodes share a database, they use its clock instead of the wall clock, and
read it again every minute.
"""

import asyncio
import logging
import time

from punto.server.live.due import LONGEST_AHEAD_MS, LONGEST_LEASE_MS
from punto.server.store.errors import StoreError
from punto.server.store.store import Store

log = logging.getLogger("punto.clock")

CHECK_INTERVAL_SECONDS = 60
"""Between two comparisons with the other clocks."""

TOLERANCE_MS = 200
"""A difference from the database's clock that is ignored: a query takes that long."""

WARNING_DIFFERENCE_MS = 60_000
"""A difference from another clock that is logged as a warning."""

# These keep running while the computer sleeps: the first on Linux, where `time.monotonic` does not,
# the second on macOS.
BOOT_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def elapsed_ms() -> int:
    """Read a clock that nobody can set, in milliseconds since some fixed time."""
    ns = time.monotonic_ns() if BOOT_CLOCK is None else time.clock_gettime_ns(BOOT_CLOCK)
    return ns // 1_000_000


def wall_ms() -> int:
    """Read the computer's wall clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clock:
    """A callable that returns the time in milliseconds since 1970."""

    def __init__(self) -> None:
        self.set(wall_ms())

    def __call__(self) -> int:
        """Return the time in milliseconds since 1970."""
        return self._origin_ms + elapsed_ms()

    def set(self, now_ms: int) -> None:
        """Set the clock."""
        self._origin_ms = now_ms - elapsed_ms()

    async def follow(self, store: Store) -> None:
        """Set the clock by the database's, if that has one and differs."""
        begun = elapsed_ms()
        database_ms = await store.time_ms()
        if database_ms is None:
            return
        database_ms += (elapsed_ms() - begun) // 2
        ahead = database_ms - self()
        if abs(ahead) > TOLERANCE_MS:
            if abs(ahead) > WARNING_DIFFERENCE_MS:
                log.warning("the clock was set by the database's, by %+.0f s", ahead / 1000)
            self.set(database_ms)


async def keep_time(clock: Clock, store: Store) -> None:
    """Follow the database's clock, and correct leases and due times that lie too far ahead.

    A clock that was set back leaves such times behind.
    """
    reported_ms = 0
    while True:
        try:
            await clock.follow(store)
            await store.correct_times(clock(), LONGEST_LEASE_MS, LONGEST_AHEAD_MS)
        except StoreError as error:
            log.debug("cannot read the database's clock: %s", error)
        ahead = wall_ms() - clock()
        if store.file and abs(ahead - reported_ms) > WARNING_DIFFERENCE_MS:
            log.warning(
                "the wall clock is %+.0f s from the server's: restart the server to follow it",
                ahead / 1000,
            )
            reported_ms = ahead
        await asyncio.sleep(CHECK_INTERVAL_SECONDS)
