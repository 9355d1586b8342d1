"""Rate limits: token buckets, from which every action takes its price."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MAX_BUCKETS = 50_000
"""Buckets that are kept; beyond that, the one that was unused for the longest time is dropped."""


class TokenBucket:
    """A bucket that fills at `rate` tokens a second up to `size`; every action takes its price.

    A price above the size counts as the size: what is expensive needs a full bucket, but is
    possible.
    """

    __slots__ = ("filled_at", "level", "rate", "size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size = rate, size
        self.level, self.filled_at = size, now

    def wait_seconds(self, now: float, price: float = 1.0) -> float:
        """Return how long to wait until the bucket holds the price; 0 if it does."""
        level = self.level + (now - self.filled_at) * self.rate
        self.level, self.filled_at = min(level, self.size), now
        missing = min(price, self.size) - self.level
        return missing / self.rate if missing > 0 else 0.0

    def take(self, now: float, price: float = 1.0) -> bool:
        """Take the price, if the bucket holds it."""
        if self.wait_seconds(now, price):
            return False
        self.pay(price)
        return True

    def pay(self, price: float) -> None:
        """Take a price that the bucket holds."""
        self.level -= min(price, self.size)

    def give_back(self, price: float) -> None:
        """Refund a price."""
        self.level += min(price, self.size)

    def charge(self, price: float) -> None:
        """Charge for something already done. It leaves a debt, for which later actions wait.

        The debt has no limit: otherwise whatever many requests do at once beyond it would be free.
        """
        self.level -= price


class RateLimits:
    """A token bucket for every key: an address, a device."""

    def __init__(
        self, rate: float, size: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.size, self.clock = rate, size, clock
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, price: float = 1.0) -> bool:
        """Take the price from a key's bucket; return whether the bucket held it."""
        return self.bucket(key).take(self.clock(), price)

    def wait_seconds(self, key: str, price: float = 1.0) -> float:
        """Return how long to wait until a key's bucket holds the price."""
        return self.bucket(key).wait_seconds(self.clock(), price)

    def charge(self, key: str, price: float) -> None:
        """Charge a key for something already done."""
        self.bucket(key).charge(price)

    def bucket(self, key: str) -> TokenBucket:
        """Find or make the bucket of a key."""
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = TokenBucket(self.rate, self.size, self.clock())
            if len(self.buckets) > MAX_BUCKETS:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        return bucket


def whole_seconds(seconds: float) -> int:
    """Round up to whole seconds, as in a `retry-after` header."""
    return max(1, math.ceil(seconds))
