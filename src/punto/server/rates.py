"""Rates: how often somebody may do something, with some patience for bursts."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 50_000
"""So many people are told apart; who was not heard of for the longest time is forgotten."""


class Bucket:
    """Fills at a rate up to a size; every time takes one out."""

    __slots__ = ("filled_at", "level", "rate", "size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size = rate, size
        self.level, self.filled_at = size, now

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        self.level = min(self.size, self.level + (now - self.filled_at) * self.rate)
        self.filled_at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Rates:
    """A bucket for everybody."""

    def __init__(
        self, rate: float, size: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.size, self.clock = rate, size, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Let somebody do it once more, or not."""
        now = self.clock()
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.size, now)
            if len(self.buckets) > MOST_KEYS:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        return bucket.take(now)
