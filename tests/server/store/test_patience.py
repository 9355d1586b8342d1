"""Retry: an outage is waited for once, and the next one anew."""

import time

from punto.server.store.retry import Retry


def wait_in_vain(patience: Retry) -> float:
    """Count the seconds until it is not worth another try."""
    begun = time.monotonic()
    while patience.waits():
        pass
    return time.monotonic() - begun


def test_who_comes_while_the_outage_lasts_does_not_wait_anew() -> None:
    patience = Retry(0.3)
    assert wait_in_vain(patience) >= 0.3
    assert not patience.waits()
    assert not patience.waits()


def test_every_outage_is_waited_for() -> None:
    patience = Retry(0.3)
    wait_in_vain(patience)
    patience.ends()
    assert wait_in_vain(patience) >= 0.3


def test_who_stops_does_not_wait() -> None:
    patience = Retry(100)
    assert patience.waits()
    patience.stop()
    assert not patience.waits()
