"""A server whose wall clock is wrong."""

import os
from pathlib import Path

from .process import ServerProcess

HOUR = 3600
DAY = 24 * HOUR


class WrongClock:
    """The wall clock of one server, in seconds from the right time."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"
        self.set(0)

    def set(self, seconds: float) -> None:
        """Let the clock jump."""
        part = self.file.with_name("clock.part")
        part.write_text(str(seconds))
        part.replace(self.file)

    def start(self, running: ServerProcess) -> None:
        """Start a server by this clock."""
        here = Path(__file__).with_name("wrong_clock")
        path = os.pathsep.join(filter(None, (str(here), os.environ.get("PYTHONPATH"))))
        running.start(["env", f"PYTHONPATH={path}", f"WRONG_CLOCK_FILE={self.file}"])
