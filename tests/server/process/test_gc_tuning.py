"""Young garbage is collected automatically; a full collection runs only on request."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from punto.server.process import gc_tuning


class Cycle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def tuned(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tune the collector as a server does, but for few objects, to save time."""
    monkeypatch.setattr(gc_tuning, "YOUNG_OBJECTS", 5_000)
    threshold = gc.get_threshold()
    gc_tuning.tune()
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        gc.unfreeze()


def use_memory() -> None:
    """Make enough new objects for a collection of the youngest generation."""
    assert len([[] for _ in range(2 * gc_tuning.YOUNG_OBJECTS)]) > gc_tuning.YOUNG_OBJECTS


def test_young_garbage_is_freed() -> None:
    lost = weakref.ref(Cycle())
    use_memory()
    assert lost() is None


def test_old_garbage_is_freed_by_a_full_collection() -> None:
    used = Cycle()
    for _ in range(3 * gc_tuning.MIDDLE_COLLECTIONS):
        use_memory()
    kept = weakref.ref(used)
    del used
    use_memory()
    gc_tuning.collect()
    assert kept() is None


def test_a_full_collection_never_runs_by_itself() -> None:
    before = gc.get_stats()[2]["collections"]
    for _ in range(10 * gc_tuning.MIDDLE_COLLECTIONS):
        use_memory()
    assert gc.get_stats()[2]["collections"] == before
