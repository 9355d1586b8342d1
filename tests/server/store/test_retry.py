"""Retry: an outage is waited out once; the next one gets the full time again."""

import time

from punto.server.store.connections import Retry


def wait_in_vain(retry: Retry) -> float:
    """Return the seconds until it gives up."""
    begun = time.monotonic()
    while retry.wait_after_failure():
        pass
    return time.monotonic() - begun


def test_later_callers_in_an_outage_do_not_wait_again() -> None:
    retry = Retry(0.3)
    assert wait_in_vain(retry) >= 0.3
    assert not retry.wait_after_failure()
    assert not retry.wait_after_failure()


def test_every_outage_is_retried() -> None:
    retry = Retry(0.3)
    wait_in_vain(retry)
    retry.note_success()
    assert wait_in_vain(retry) >= 0.3


def test_nothing_is_retried_after_stop() -> None:
    retry = Retry(100)
    assert retry.wait_after_failure()
    retry.stop()
    assert not retry.wait_after_failure()
