"""Memory is bounded while a search runs, and given back after it."""

from pathlib import Path

import pytest

from punto.rules.kernel import COMPILED

from .asking import ask

pytestmark = pytest.mark.slow

MEGABYTE = 2**20

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="resident memory is read from /proc"
)


@needs_proc
def test_thirty_thousand_searches_leak_nothing() -> None:
    grown = int(ask("report_memory", "many", str(30_000 if COMPILED else 100)))
    assert grown < (2.5 if COMPILED else 8) * MEGABYTE


@needs_proc
def test_one_long_search_stays_within_its_bound() -> None:
    grown = int(ask("report_memory", "long", str(100_000 if COMPILED else 120)))
    assert grown < 64 * MEGABYTE


@needs_proc
def test_long_searches_leave_no_more_than_one_of_them_takes() -> None:
    # What is free again, the allocator may keep for the next search instead of the system's use.
    grown = int(ask("report_memory", "after", str(100_000 if COMPILED else 120)))
    assert grown < 64 * MEGABYTE
