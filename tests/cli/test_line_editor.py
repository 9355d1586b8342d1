"""`punto play` on a real terminal: arrow keys, history, Tab, and terminals without Unicode."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.player import PATIENCE, hear
from punto import read_record

SEED = "01" * 32
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
UP, LEFT = "\x1b[A", "\x1b[D"


def type_on_terminal(record: Path, *lines: str, **environment: str) -> str:
    """Type each line when the program asks; return everything on the screen, without colours."""
    command = [sys.executable, "-m", "punto", "play", "--plain", "--people", "1", "2"]
    command += ["--start", "1"]
    ours, theirs = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}
    with subprocess.Popen(
        [*command, "--seed", SEED, "--record", str(record)],
        stdin=theirs, stdout=theirs, stderr=theirs, env=settings,
    ) as process:  # fmt: skip
        os.close(theirs)
        screen, waiting = b"", list(lines)
        while more := hear(ours):
            screen += more
            if waiting and screen.count(b"Where?") > len(lines) - len(waiting):
                os.write(ours, f"{waiting.pop(0)}\n".encode())
        assert process.wait(PATIENCE) == 0, screen.decode()
    os.close(ours)
    return COLOURS.sub("", screen.decode()).replace("\r\n", "\n")


def test_keys_edit_the_line_and_recall_earlier_ones(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    record = tmp_path / "match.punto"
    # The first line is typed with a slip in the middle; the third recalls a refused second one.
    screen = type_on_terminal(record, f"6{LEFT}f", "f99", f"{UP}\x7f\x7f7", "he\t", "quit")
    match = read_record(record.read_bytes()).match
    assert [str(placement.cell) for placement in match.round.placements] == ["f6", "f7"]
    assert "take your last card back" in screen


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_a_terminal_without_unicode_gets_ascii(locale: str, tmp_path: Path) -> None:
    screen = type_on_terminal(
        tmp_path / "m.punto", "f6", "g7", "f5", "quit", LC_ALL=locale, PYTHONUTF8=""
    )
    assert screen.isascii()
    assert 'Type "help" for help.' in screen
    assert "[" in screen
    assert "  .   " in screen
