"""Retry: an outage is waited for once, and the next one anew."""

import time

from punto.server.store.connections import Retry


def wait_in_vain(retry: Retry) -> float:
    """Count the seconds until it is not worth another try."""
    begun = time.monotonic()
    while retry.wait_after_failure():
        pass
    return time.monotonic() - begun


def test_who_comes_while_the_outage_lasts_does_not_wait_anew() -> None:
    retry = Retry(0.3)
    assert wait_in_vain(retry) >= 0.3
    assert not retry.wait_after_failure()
    assert not retry.wait_after_failure()


def test_every_outage_is_waited_for() -> None:
    retry = Retry(0.3)
    wait_in_vain(retry)
    retry.note_success()
    assert wait_in_vain(retry) >= 0.3


def test_who_stops_does_not_wait() -> None:
    retry = Retry(100)
    assert retry.wait_after_failure()
    retry.stop()
    assert not retry.wait_after_failure()
