"""The budget of requests: one for everything, charged to the address and to the device."""

import time
from collections.abc import Callable

from punto.rules.errors import PuntoError
from punto.server.config.settings import Config
from punto.server.limits.fair_queue import Owner
from punto.server.limits.rate_limit import RateLimits, TokenBucket, whole_seconds

DEVICE_SHARE = 0.5
"""How much of the budget of its address one device may use: a class shares an address."""


class OverBudgetError(PuntoError):
    """Somebody has spent the budget."""

    def __init__(self, wait_seconds: float) -> None:
        sentence = "too many requests from your address or device: wait a moment"
        super().__init__("too-many-requests", sentence, seconds=whole_seconds(wait_seconds))


class Purse:
    """The buckets from which somebody pays."""

    __slots__ = ("buckets", "clock")

    def __init__(self, buckets: tuple[TokenBucket, ...], clock: Callable[[], float]) -> None:
        self.buckets, self.clock = buckets, clock

    def wait_seconds(self, price: float) -> float:
        """Tell how many seconds it takes to have a price; 0 if it is there."""
        now, wait = self.clock(), 0.0
        for bucket in self.buckets:
            wait = max(wait, bucket.wait_seconds(now, price))
        return wait

    def take(self, price: float) -> float:
        """Charge a price, or charge nothing and tell how many seconds it takes to have it."""
        wait = self.wait_seconds(price)
        if not wait:
            for bucket in self.buckets:
                bucket.pay(price)
        return wait

    def give_back(self, price: float) -> None:
        """Return a price that was taken."""
        for bucket in self.buckets:
            bucket.give_back(price)

    def charge(self, price: float) -> None:
        """Charge for what turned out to cost more: what comes next waits for that."""
        for bucket in self.buckets:
            bucket.charge(price)


class Budget:
    """Token buckets for addresses and devices, which pay the same prices.

    A device without a cookie has no bucket of its own yet: only its address pays.
    """

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        rate, burst = config.requests_per_second, config.requests_burst
        self.clock = clock
        self.addresses = RateLimits(rate, burst, clock)
        self.devices = RateLimits(rate * DEVICE_SHARE, max(1.0, burst * DEVICE_SHARE), clock)

    def purse(self, owner: Owner) -> Purse:
        """Find from what somebody pays; a connection keeps it for all its messages."""
        buckets = [self.addresses.bucket(owner.address)]
        if owner.device:
            buckets.append(self.devices.bucket(owner.device))
        return Purse(tuple(buckets), self.clock)

    def take(self, owner: Owner, price: float) -> float:
        """Charge a price, or charge nothing and tell how many seconds it takes to have it."""
        return self.purse(owner).take(price)

    def charge(self, owner: Owner, price: float) -> None:
        """Charge for what turned out to cost more: the next requests wait for that."""
        self.purse(owner).charge(price)
