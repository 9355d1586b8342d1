"""Garbage is found while it is new; what was in use once is looked at only when there is time."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from punto.server import garbage


class Circle:
    """Leads back to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def settled() -> Iterator[None]:
    threshold = gc.get_threshold()
    garbage.settle()
    try:
        yield
    finally:
        gc.callbacks.remove(garbage.keep)
        gc.set_threshold(*threshold)
        gc.unfreeze()


def use_memory() -> None:
    """Make so much that is new that Python looks for garbage."""
    assert len([[] for _ in range(2 * garbage.NEW)]) > garbage.NEW


def test_what_is_new_and_garbage_is_freed_and_what_outlived_a_look_is_left_alone() -> None:
    lost, used = weakref.ref(Circle()), Circle()
    use_memory()
    assert lost() is None
    kept = weakref.ref(used)
    del used
    use_memory()
    assert kept() is not None
    garbage.look_everywhere()
    assert kept() is None


def test_to_settle_twice_is_to_settle_once() -> None:
    garbage.settle()
    assert gc.callbacks.count(garbage.keep) == 1
