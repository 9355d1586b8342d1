"""The terminal is as it was however the program ends, and little is written to it."""

import os
import re
import signal
import termios
from pathlib import Path

import pytest

from punto import read_record

from .real_terminal import RealTerminal

ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"
CURSOR_ON, MOUSE_OFF = b"\x1b[?25h", b"\x1b[?1000l"
CODES = re.compile(rb"\x1b\[([0-9;]*)m")
COLOUR = re.compile(rb"[34][0-8]|9[0-7]|10[0-7]")
"""Codes of ink and paper, but not those of the terminal's own."""

SCREEN_BYTES, MOVE_BYTES, STEP_BYTES = 24_000, 12_000, 1_000
"""For the first screen; a card and a bot's answer, even if the table moves; a step of the cursor.

On a line of 64 kbit/s, 8,000 bytes take a second.
"""

CRASHING = """
import sys
from punto.cli.main import main
from punto.tui.match_screen import MatchScreen

def crash(self, cell):
    raise RuntimeError("a bug")

MatchScreen.place = crash
sys.exit(main(sys.argv[1:]))
"""


def match_arguments(record: Path) -> list[str | Path]:
    options = ["--bot", "beginner", "--seed", "01" * 32, "--start", "1", "--record", str(record)]
    return ["play", *options]


def placed(record: Path) -> int:
    """Count the cards in a record."""
    return len(read_record(record.read_bytes()).match.round.placements)


def check_restored(terminal: RealTerminal) -> None:
    """Check that the screen, the cursor, the mouse and the line discipline are as before."""
    written = terminal.written
    assert written.count(ALTERNATE_ON) == 1
    after = written[written.index(ALTERNATE_ON) :]
    assert ALTERNATE_OFF in after
    assert CURSOR_ON in after
    assert MOUSE_OFF in after
    assert termios.tcgetattr(terminal.theirs) == terminal.settings


@pytest.mark.parametrize("how", ["key", "SIGINT", "SIGTERM", "SIGHUP"])
def test_terminal_is_as_it_was_after_an_interruption(how: str, tmp_path: Path) -> None:
    record = tmp_path / "match.punto"
    with RealTerminal(["-m", "punto", *match_arguments(record)]) as terminal:
        terminal.wait_for("Your turn")
        if how == "key":
            terminal.press("\x03")
        else:
            terminal.process.send_signal(getattr(signal, how))
        assert terminal.wait_for_end() == 0
        check_restored(terminal)
        assert b"To continue: punto play --record" in terminal.written.split(ALTERNATE_OFF)[-1]
    assert not read_record(record.read_bytes()).match.over
    assert [file.name for file in tmp_path.iterdir()] == ["match.punto"]


def test_terminal_is_as_it_was_after_a_crash(tmp_path: Path) -> None:
    record = tmp_path / "match.punto"
    with RealTerminal(["-c", CRASHING, *match_arguments(record)]) as terminal:
        terminal.wait_for("Your turn")
        terminal.press("\r")
        assert terminal.wait_for_end() == 1
        check_restored(terminal)
        assert b"RuntimeError: a bug" in terminal.written.split(ALTERNATE_OFF)[-1]


def test_a_closed_window_ends_the_program_and_keeps_the_match(tmp_path: Path) -> None:
    record = tmp_path / "match.punto"
    terminal = RealTerminal(["-m", "punto", *match_arguments(record)])
    with terminal:
        terminal.wait_for("Your turn")
        terminal.press("\r")
        terminal.wait_until(lambda: placed(record) == 2)
        os.close(terminal.theirs)
        os.close(terminal.ours)
        terminal.process.send_signal(signal.SIGHUP)
        terminal.process.wait(100)
    assert placed(record) == 2


def test_what_is_written_is_bounded(tmp_path: Path) -> None:
    record = tmp_path / "match.punto"
    arguments = ["-m", "punto", *match_arguments(record)]
    with RealTerminal(arguments, COLORTERM="truecolor") as terminal:
        terminal.wait_for("Your turn")
        terminal.wait_for_quiet()
        assert len(terminal.written) < SCREEN_BYTES
        for move in range(1, 6):
            start = len(terminal.written)
            terminal.press("\r")
            terminal.wait_until(lambda: placed(record) == 2 * move)  # noqa: B023
            terminal.wait_for_quiet()
            assert 0 < len(terminal.written) - start < MOVE_BYTES
        terminal.press("\x1b[C")
        assert 0 < len(terminal.wait_for_quiet()) < STEP_BYTES
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert b"Not finished. To continue: punto play --record" in terminal.written


def test_without_colours_none_is_written(tmp_path: Path) -> None:
    arguments = ["-m", "punto", *match_arguments(tmp_path / "match.punto")]
    with RealTerminal(arguments, NO_COLOR="1", COLORTERM="truecolor") as terminal:
        terminal.wait_for("Your turn")
        terminal.press("\r")
        terminal.wait_for("Moves")
        codes = {code for it in CODES.findall(terminal.written) for code in it.split(b";")}
        assert codes & {b"1", b"39"}
        assert not [code for code in codes if COLOUR.fullmatch(code)]


def test_two_programs_on_one_record_are_told_apart(tmp_path: Path) -> None:
    record = tmp_path / "match.punto"
    with RealTerminal(["-m", "punto", *match_arguments(record)]) as first:
        first.wait_for("Your turn")
        with RealTerminal(["-m", "punto", "play", "--record", record]) as second:
            assert second.wait_for_end() == 2
            assert b"is being played in another window" in second.written
            assert ALTERNATE_ON not in second.written
