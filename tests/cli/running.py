"""A command that runs in a process of its own, and what it has printed."""

import asyncio
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 150.0
"""Seconds; machines may be slow."""


class Lines:
    """A command that runs, and what it has printed."""

    def __init__(self, state: Path, *arguments: str, **environment: str) -> None:
        known = {**os.environ, "XDG_STATE_HOME": str(state), "LANG": "en_GB.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "punto", *arguments],
            env={**known, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.text = ""
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while more := os.read(self.process.stdout.fileno(), 65_536):
            with self._changed:
                self.text += more.decode()
                self._changed.notify_all()

    def until(self, is_there: Callable[[str], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: bool(is_there(self.text)), PATIENCE), self.text

    async def printed(self, pattern: str, times: int = 1) -> None:
        """Wait until a text was printed so many times."""
        found = re.compile(pattern)
        await asyncio.to_thread(self.until, lambda text: len(found.findall(text)) >= times)

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def end_of_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code


@contextmanager
def running(state: Path, *arguments: object, **environment: str) -> Iterator[Lines]:
    """Run a command as long as the block lasts; kill it then if it has not ended."""
    lines = Lines(state, *map(str, arguments), **environment)
    try:
        yield lines
    finally:
        lines.process.kill()
        lines.wait()
        assert lines.process.stdin is not None
        assert lines.process.stdout is not None
        lines.process.stdin.close()
        lines.process.stdout.close()
