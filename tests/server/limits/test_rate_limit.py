"""Token buckets: prices, waiting, debts, and one budget for addresses and devices."""

from punto.server.config.settings import Config
from punto.server.limits.fair_queue import Owner
from punto.server.limits.rate_limit import RateLimits, TokenBucket, whole_seconds
from punto.server.limits.request_budget import DEVICE_SHARE, Budget


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_every_action_takes_its_price() -> None:
    bucket = TokenBucket(rate=2, size=10, now=0)
    assert bucket.take(0, 8)
    assert not bucket.take(0, 3)
    assert bucket.wait_seconds(0, 3) == 0.5
    assert bucket.take(0.5, 3)
    assert not bucket.take(0.5, 0.1)


def test_a_price_above_the_size_takes_the_whole_bucket() -> None:
    bucket = TokenBucket(rate=1, size=10, now=0)
    assert bucket.take(0, 1000)
    assert bucket.wait_seconds(0, 1000) == 10


def test_a_debt_must_be_paid_off_first() -> None:
    bucket = TokenBucket(rate=1, size=10, now=0)
    bucket.charge(15)
    assert bucket.wait_seconds(0, 1) == 6
    bucket.charge(1000)
    assert bucket.wait_seconds(0, 1) == 1006


def test_every_key_has_its_own_bucket() -> None:
    clock = Clock()
    rates = RateLimits(1, 2, clock)
    assert [rates.take("a") for _ in range(3)] == [True, True, False]
    assert rates.take("b", 2)
    assert whole_seconds(rates.wait_seconds("a", 2)) == 2
    clock.now = 1.5
    assert rates.take("a")


def test_address_and_device_pay_the_same() -> None:
    clock = Clock()
    budget = Budget(Config(requests_per_second=10, requests_burst=100), clock)
    ada, ben, new = Owner("ada", "home"), Owner("ben", "home"), Owner("", "home")
    assert budget.take(ada, 100 * DEVICE_SHARE) == 0
    assert budget.take(ada, 1) > 0
    assert budget.take(ben, 30) == 0
    assert budget.take(new, 20) == 0
    assert budget.take(new, 1) == 0.1
    assert budget.take(Owner("ada", "elsewhere"), 1) == 1 / (10 * DEVICE_SHARE)
    clock.now = 1.0
    budget.charge(ben, 10)
    assert budget.take(ben, 1) > 0
