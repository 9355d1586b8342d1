"""Programs that serve in the background while tests run, and not longer."""

import signal
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .server_process import free_port

STARTING = 60.0
"""Seconds after which a server that does not answer counts as broken; machines may be slow."""

GUARD = Path(__file__).with_name("guard.py")


def package(name: str) -> Path:
    """Find the folder of an installed package without running anything of it."""
    spec = find_spec(name)
    assert spec is not None, f"{name} is not installed"
    assert spec.origin is not None
    return Path(spec.origin).parent


class Background(ABC):
    """A program that serves on a port of this computer until it is stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.log = folder / "log"
        self.options: dict[str, Any] = {}
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """Give the command that starts it."""

    @abstractmethod
    def ping(self) -> None:
        """Ask it something; raises an error while it does not answer."""

    def start(self) -> None:
        """Start it if it does not run, and wait until it answers."""
        if self.process is None or self.process.poll() is not None:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    self.command(),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # what ends the tests shall not end it before them
                    **self.options,
                )
            (self.folder / "server.pid").write_text(str(self.process.pid))
        end = time.monotonic() + STARTING
        while self.process.poll() is None and time.monotonic() < end:
            with suppress(OSError):
                self.ping()
                return
            time.sleep(0.02)
        raise AssertionError(f"{self.command()[0]} does not serve:\n{self.log.read_text()}")

    def end(self, how: signal.Signals) -> None:
        """Stop it with a signal if it runs, and wait until it is gone."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(STARTING)
            (self.folder / "server.pid").unlink()


@contextmanager
def guarded() -> Iterator[Path]:
    """Make a folder for a server; whatever happens to the tests, both are gone after them."""
    # Not in the folder of pytest, which others may not enter.
    folder = Path(tempfile.mkdtemp(prefix="punto-server-"))
    guard = subprocess.Popen(
        [sys.executable, "-S", str(GUARD), str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield folder
    finally:
        assert guard.stdin is not None
        guard.stdin.close()
        guard.wait(STARTING)
