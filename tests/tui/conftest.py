"""Fixtures for the tests of the full screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.cli._language import set_language


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep matches and ratings of a test apart, and let no other variable decide how it looks."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("NO_COLOR", "FORCE_COLOR", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    set_language(["--language", "en"])
    yield
    set_language([])
