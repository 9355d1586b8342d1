"""Deals and bots that follow from the test: a deal that nobody foresaw fails no test by chance.

A server draws seeds from the operating system. One that was forked for a test can draw them from
the name of the test that runs instead, so that the same test always gets the same cards.
"""

from collections.abc import Mapping
from hashlib import shake_256
from pathlib import Path
from unittest.mock import patch

VARIABLE = "TEST_NAME_FILE"
"""Names a file with the name of the test that runs. Many tests share a server."""


class NamedSource:
    """Bytes that follow from the name of the test, and from how many draws it made before."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.name = ""
        self.drawn = 0

    def urandom(self, count: int) -> bytes:
        """Return bytes in place of os.urandom."""
        name = self.file.read_text("utf-8")
        self.name, self.drawn = name, self.drawn + 1 if name == self.name else 0
        return shake_256(f"{name} {self.drawn}".encode()).digest(count)

    def getrandbits(self, count: int) -> int:
        """Return a number in place of that of a SystemRandom."""
        return int.from_bytes(self.urandom(-(-count // 8))) >> -count % 8


def draw_by_test(environment: Mapping[str, str]) -> None:
    """Replace what this process draws for deals and bots, if the test asked for that."""
    if VARIABLE in environment:
        source = NamedSource(Path(environment[VARIABLE]))
        patch("punto.rules.shuffle.os", source).start()
        patch("punto.server.live.bot_pool.SystemRandom", lambda: source).start()


def name_test(file: Path, name: str) -> None:
    """Say which test runs now; the file changes at once, never half of it."""
    new = file.with_suffix(".new")
    new.write_text(name, "utf-8")
    new.replace(file)
