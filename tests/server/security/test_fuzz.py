"""The fuzzer, for some seconds: `python3 dev.py bench fuzz` lets it run for ten minutes."""

from pathlib import Path

from .fuzz.fuzzing import fuzzed

SECONDS = 15


def test_whatever_comes_is_answered_or_closed_and_harms_nobody(tmp_path: Path) -> None:
    found = fuzzed(tmp_path, SECONDS, number=0)
    print("\n".join(found.lines()))
    assert found.held > 50
    assert list(found.counts) == []
