"""Engines to talk to: our own, one in another language, and some that misbehave."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .other_engine import first_cell_command

OURS = [sys.executable, "-m", "punto", "engine"]
PATIENCE_SECONDS = 60.0

FAKE = """
import os, sys, time
def send(*lines):
    for line in lines:
        print(line, flush=True)
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "ugi":
        send("id name Fake", "option name Seed type spin default 1 min 0 max 9", "ugiok")
    elif command == "isready":
        send("readyok")
    elif command == "quit":
        break
    elif command == "go":
        {go}
"""
"""An engine that shakes hands; what it does then is for each test to say."""

Fake = Callable[..., list[str]]


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """Write an engine, and return its command."""

    def write(go: str = "pass", text: str = FAKE) -> list[str]:
        file = tmp_path / f"engine{len(list(tmp_path.iterdir()))}.py"
        file.write_text(text.replace("{go}", go), "utf-8")
        return [sys.executable, "-I", "-S", str(file)]

    return write


@pytest.fixture(scope="session")
def other_engine() -> str:
    """Return the command of the engine in JavaScript."""
    return first_cell_command()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_gone(process: int) -> bool:
    """Whether a process has ended; a zombie that nobody has collected yet has."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True
