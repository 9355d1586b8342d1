"""Runs the program in a pseudo-terminal of its own, and reads what it writes there."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

LIMIT_SECONDS = 120.0
"""Long enough for every answer, even on a slow machine."""

QUIET_SECONDS = 0.6
"""How long nothing must be written before a screen counts as complete."""


class RealTerminal:
    """A terminal of 80 by 24 characters in which the program runs."""

    def __init__(self, arguments: Sequence[str | Path], **environment: str) -> None:
        self.ours, theirs = pty.openpty()
        self.resize(80, 24)
        self.settings = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.written = b""
        surroundings = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}
        for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
            if name not in environment:
                surroundings.pop(name, None)
        command = [sys.executable, *map(str, arguments)]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings, process_group=0
        )

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.ours, keys.encode())

    def read(self, seconds: float) -> bytes:
        """Read what is written within a time; empty if nothing is."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return b""
        try:
            more = os.read(self.ours, 65_536)
        except OSError:
            return b""
        self.written += more
        return more

    def wait_until(self, is_there: Callable[[], bool]) -> None:
        """Read until a condition holds."""
        end = time.monotonic() + LIMIT_SECONDS
        while not is_there():
            assert time.monotonic() < end, self.written[-2000:]
            self.read(0.05)

    def wait_for(self, text: str) -> None:
        """Read until a text was written."""
        self.wait_until(lambda: text.encode() in self.written)

    def wait_for_quiet(self) -> bytes:
        """Read until nothing more comes; return what came."""
        start = len(self.written)
        while self.read(QUIET_SECONDS):
            pass
        return self.written[start:]

    def wait_for_end(self) -> int:
        """Read until the program has ended; return its exit code."""
        self.wait_until(lambda: self.process.poll() is not None)
        while self.read(0.05):
            pass
        return self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for handle in (self.ours, self.theirs):
            try:
                os.close(handle)
            except OSError:
                continue
