"""The budget for requests: one rate limit for all, charged to the address and to the device."""

import time
from collections.abc import Callable

from punto.rules.errors import PuntoError
from punto.server.config.settings import Config
from punto.server.limits.fair_queue import Owner
from punto.server.limits.rate_limit import RateLimits, TokenBucket, whole_seconds

DEVICE_SHARE = 0.5
"""How much of its address's budget one device may use: a school class shares one address."""


class OverBudgetError(PuntoError):
    """The budget of an address or a device is spent."""

    def __init__(self, wait_seconds: float) -> None:
        sentence = "too many requests from your address or device: wait a moment"
        super().__init__("too-many-requests", sentence, seconds=whole_seconds(wait_seconds))


class Account:
    """The token buckets from which one owner pays: that of its address, and that of its device."""

    __slots__ = ("buckets", "clock")

    def __init__(self, buckets: tuple[TokenBucket, ...], clock: Callable[[], float]) -> None:
        self.buckets, self.clock = buckets, clock

    def wait_seconds(self, price: float) -> float:
        """Return how long to wait until all buckets hold the price; 0 if they do."""
        now, wait = self.clock(), 0.0
        for bucket in self.buckets:
            wait = max(wait, bucket.wait_seconds(now, price))
        return wait

    def take(self, price: float) -> float:
        """Take a price and return 0, or take nothing and return the seconds to wait."""
        wait = self.wait_seconds(price)
        if not wait:
            for bucket in self.buckets:
                bucket.pay(price)
        return wait

    def give_back(self, price: float) -> None:
        """Refund a price."""
        for bucket in self.buckets:
            bucket.give_back(price)

    def charge(self, price: float) -> None:
        """Charge for what turned out to cost more: later requests wait for that."""
        for bucket in self.buckets:
            bucket.charge(price)


class Budget:
    """Token buckets for addresses and devices, which pay the same prices.

    A device without a cookie has no bucket of its own yet: only its address pays. A program with
    a token has only its own.
    """

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        rate, burst = config.requests_per_second, config.requests_burst
        self.clock = clock
        self.addresses = RateLimits(rate, burst, clock)
        self.devices = RateLimits(rate * DEVICE_SHARE, max(1.0, burst * DEVICE_SHARE), clock)
        self._burst_seconds = burst / rate
        self._own: dict[str, TokenBucket] = {}
        """The buckets of programs. There are as many as tokens, so none is ever dropped."""

    def set_own_rate(self, device: str, rate: float) -> None:
        """Let a program pay from a bucket of its own only, whatever its address does."""
        if device not in self._own:
            size = max(1.0, rate * self._burst_seconds)
            self._own[device] = TokenBucket(rate, size, self.clock())

    def account(self, owner: Owner) -> Account:
        """Find the account of an owner; a connection keeps it for all its messages."""
        if (own := self._own.get(owner.device)) is not None:
            return Account((own,), self.clock)
        buckets = [self.addresses.bucket(owner.address)]
        if owner.device:
            buckets.append(self.devices.bucket(owner.device))
        return Account(tuple(buckets), self.clock)

    def take(self, owner: Owner, price: float) -> float:
        """Take a price and return 0, or take nothing and return the seconds to wait."""
        return self.account(owner).take(price)

    def charge(self, owner: Owner, price: float) -> None:
        """Charge for what turned out to cost more: later requests wait for that."""
        self.account(owner).charge(price)
