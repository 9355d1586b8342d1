"""A simulated person who plays a whole match in a terminal, and sometimes types nonsense."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from punto import read_record
from punto.words import say

PATIENCE = 120.0
"""Seconds: long enough for a bot to answer, even on a slow machine."""

WIDTH = 60
"""Columns of the terminal: narrow, so that long words reach the edge."""

SEED = "01" * 32
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
LOCALES = {"en": "en_GB.UTF-8", "de": "de_DE.UTF-8", "is": "is_IS.UTF-8"}


def play(language: str, record: Path, *arguments: str) -> str:
    """Play a match in a language; return everything on the screen, without colours."""
    undo, ask = say("play.word.undo", language), say("play.word.help", language)
    typed = [undo, "z9", "a1", undo, ask, "\x07"]
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "punto", "play", "--plain", "--seed", SEED]
    command += ["--record", str(record)]
    environment = {**os.environ, "LANG": LOCALES[language], "LANGUAGE": "", "LC_ALL": ""}
    environment["COLUMNS"] = str(WIDTH)
    with subprocess.Popen(
        [*command, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        screen, asked = b"", 0
        question = say("play.where", language).encode()
        while more := hear(ours):
            screen += more
            if screen.count(question) > asked:
                asked += 1
                # At every second question something else comes first, as long as there is any.
                answer = typed.pop(0) if typed and asked % 2 else next_cell(record)
                os.write(ours, f"{answer}\n".encode())
        assert process.wait(PATIENCE) == 0, screen.decode()
    os.close(ours)
    assert not typed
    return COLOURS.sub("", screen.decode()).replace("\r\n", "\n")


def hear(terminal: int) -> bytes:
    """Wait for more output; empty once the program has ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                return os.read(terminal, 65_536)
            except OSError:
                return b""
    raise AssertionError("nothing was said any more")


def next_cell(record: Path) -> str:
    """Choose a cell, the same in every language; every move is saved before the next question."""
    cells = read_record(record.read_bytes()).match.legal_cells
    return str(cells[len(cells) // 2])
