"""Retry with a database that is away: so long is it waited for, and not again and again."""

import time

PAUSE = 0.05
"""Seconds between two tries."""


class Retry:
    """Waits for a database that was lost, so many seconds from the first failure on.

    Whoever comes later, and finds it still away, is not kept waiting: one try, and an answer.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.since: float | None = None

    def waits(self) -> bool:
        """Wait a moment after a failure; tell whether to try once more."""
        now = time.monotonic()
        if self.since is None:
            self.since = now
        if now - self.since >= self.seconds:
            return False
        time.sleep(PAUSE)
        return True

    def stop(self) -> None:
        """Wait for nothing any more."""
        self.seconds = 0

    def ends(self) -> None:
        """Note that the database answers."""
        self.since = None
