"""The budget of requests: one for everything, charged to the address and to the device."""

import time
from collections.abc import Callable

from punto.server.config import Config
from punto.server.fairness import Owner
from punto.server.rates import Rates

DEVICE_SHARE = 0.5
"""How much of the budget of its address one device may use: a class shares an address."""


class Budget:
    """Token buckets for addresses and devices, which pay the same prices.

    A device without a cookie has no bucket of its own yet: only its address pays.
    """

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        rate, burst = config.requests_per_second, config.requests_burst
        self.addresses = Rates(rate, burst, clock)
        self.devices = Rates(rate * DEVICE_SHARE, max(1.0, burst * DEVICE_SHARE), clock)

    def take(self, owner: Owner, price: float) -> float:
        """Charge a price, or charge nothing and tell how many seconds it takes to have it."""
        wait = self.addresses.wait_seconds(owner.address, price)
        if owner.device:
            wait = max(wait, self.devices.wait_seconds(owner.device, price))
        if not wait:
            self.addresses.take(owner.address, price)
            if owner.device:
                self.devices.take(owner.device, price)
        return wait

    def charge(self, owner: Owner, price: float) -> None:
        """Charge for what turned out to cost more: the next requests wait for that."""
        self.addresses.charge(owner.address, price)
        if owner.device:
            self.devices.charge(owner.device, price)
