"""Rate limits: token buckets from which everything that is done takes its price."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 50_000
"""So many people are told apart; who was not heard of for the longest time is forgotten."""


class TokenBucket:
    """Fills at a rate up to a size; everything that is done takes its price out.

    A price above the size counts as the size: what is dear needs a full bucket, but can be had.
    """

    __slots__ = ("filled_at", "level", "rate", "size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size = rate, size
        self.level, self.filled_at = size, now

    def wait_seconds(self, now: float, price: float = 1.0) -> float:
        """Tell how long to wait until the price is there; 0 if it is."""
        level = self.level + (now - self.filled_at) * self.rate
        self.level, self.filled_at = min(level, self.size), now
        missing = min(price, self.size) - self.level
        return missing / self.rate if missing > 0 else 0.0

    def take(self, now: float, price: float = 1.0) -> bool:
        """Take the price, if it is there."""
        if self.wait_seconds(now, price):
            return False
        self.pay(price)
        return True

    def pay(self, price: float) -> None:
        """Take a price that is there."""
        self.level -= min(price, self.size)

    def give_back(self, price: float) -> None:
        """Return a price that was paid."""
        self.level += min(price, self.size)

    def charge(self, price: float) -> None:
        """Take the price of something done already: a debt, which what comes next has to wait for.

        It has no limit: with one, whatever many requests do at once beyond it would be free.
        """
        self.level -= price


class RateLimits:
    """A bucket for everybody."""

    def __init__(
        self, rate: float, size: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.size, self.clock = rate, size, clock
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, price: float = 1.0) -> bool:
        """Let somebody do something, or not."""
        return self.bucket(key).take(self.clock(), price)

    def wait_seconds(self, key: str, price: float = 1.0) -> float:
        """Tell how long somebody has to wait before something can be done."""
        return self.bucket(key).wait_seconds(self.clock(), price)

    def charge(self, key: str, price: float) -> None:
        """Charge somebody for what was done already."""
        self.bucket(key).charge(price)

    def bucket(self, key: str) -> TokenBucket:
        """Find the bucket of somebody."""
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = TokenBucket(self.rate, self.size, self.clock())
            if len(self.buckets) > MOST_KEYS:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        return bucket


def whole_seconds(seconds: float) -> int:
    """Round up to what a `retry-after` header can say."""
    return max(1, math.ceil(seconds))
