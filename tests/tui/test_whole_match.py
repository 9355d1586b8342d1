"""Whole matches in tmux, played by keys alone: every mode, in three languages."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from punto import read_record
from punto.words import say

TMUX = shutil.which("tmux")
LIMIT_SECONDS = 200.0
PANEL_START = 53
"""The first column beside the table."""

LOCALES = {"en": "en_GB.UTF-8", "de": "de_DE.UTF-8", "is": "is_IS.UTF-8"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
]


class Tmux:
    """A window of tmux, 80 by 24 characters, in which the program runs."""

    def __init__(self, folder: Path) -> None:
        self.socket = f"punto-{uuid4().hex[:12]}"
        self.folder = folder

    def run(self, *arguments: str) -> str:
        """Give tmux a command."""
        command = [str(TMUX), "-L", self.socket, "-f", "/dev/null", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def start(self, language: str, *arguments: str | Path) -> None:
        """Start the program; the window stays open when it ends."""
        program = " ".join([sys.executable, "-m", "punto", *map(str, arguments)])
        state, locale = self.folder / "state", LOCALES[language]
        variables = f"env -u NO_COLOR LANG={locale} LC_ALL= LANGUAGE= XDG_STATE_HOME={state}"
        shell = f"{variables} {program}; echo ENDED $?; exec cat"
        self.run("new-session", "-d", "-x", "80", "-y", "24", shell)

    def keys(self, *names: str) -> None:
        """Press keys."""
        self.run("send-keys", *names)

    def screen(self) -> str:
        """Return what the window shows."""
        return self.run("capture-pane", "-p")

    def wait_for(self, *texts: str) -> str:
        """Wait until the window shows one of these texts; return it."""
        end = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < end:
            lines = self.screen().splitlines()
            beside = (line[PANEL_START:] for line in lines)  # there, sentences are wrapped
            screen = " ".join(" ".join([*lines, *beside]).split())
            for text in texts:
                if text in screen:
                    return text
            time.sleep(0.05)
        raise AssertionError(self.screen())


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    tmux = Tmux(tmp_path)
    yield tmux
    tmux.run("kill-server")


def wait_for_more(record: Path, cards: int) -> None:
    """Wait until a record has more cards than so many."""
    end = time.monotonic() + LIMIT_SECONDS
    while cards_in(record) <= cards:
        assert time.monotonic() < end
        time.sleep(0.05)


def cards_in(record: Path) -> int:
    return sum(it.ply for it in read_record(record.read_bytes()).match.rounds)


@pytest.mark.parametrize(
    ("mode", "language", "people"),
    [("2p", "de", "1"), ("3p", "is", "1 2"), ("4p", "en", "1"), ("teams", "de", "1 3")],
)
def test_a_match_is_played_by_keys_to_its_end(
    mode: str, language: str, people: str, tmux: Tmux, tmp_path: Path
) -> None:
    record = tmp_path / "match.punto"
    options = ["--mode", mode, "--rounds-to-win", "1", "--start", "1", "--seed", "05" * 32]
    tmux.start(
        language, "play", *options, "--people", people, "--bot", "greedy", "--record", record
    )
    tmux.wait_for(f"Q {say('screen.quit', language)}")
    persons = {int(seat) for seat in people.split()}
    enter_continues = say("screen.enter_continues", language)
    while not (match := read_record(record.read_bytes()).match).over:
        if match.seat not in persons:
            time.sleep(0.02)
            continue
        before = cards_in(record)
        legal = match.legal_cells
        cell = str(legal[len(legal) // 2])
        if match.round.ply:
            tmux.wait_for(f"{say('moves', language)}: {match.round.ply}")
        elif match.round_number > 1:
            tmux.wait_for(enter_continues)
            tmux.keys("Enter")
            tmux.wait_for(say("replay.round", language, round=match.round_number))
        tmux.keys(*cell, "Enter")
        wait_for_more(record, before)
    assert match.winner is not None
    tmux.wait_for(say("over.replay", language))
    tmux.keys("q")
    tmux.wait_for("ENDED 0")


def test_a_window_is_resized_at_any_moment(tmux: Tmux, tmp_path: Path) -> None:
    record = tmp_path / "match.punto"
    tmux.start("en", "play", "--start", "1", "--people", "1 2", "--record", record)
    tmux.wait_for("Player 1 to play,")
    for columns, lines in ((130, 45), (45, 18), (10, 3), (200, 60), (80, 24)):
        tmux.run("resize-window", "-x", str(columns), "-y", str(lines))
        tmux.keys("n")
    tmux.keys("Enter")
    wait_for_more(record, 0)
    tmux.wait_for("Moves: 1")
    tmux.keys("q")
    tmux.wait_for("ENDED 0")
