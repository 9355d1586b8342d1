"""When commands take the whole screen, and what they say where they cannot."""

import os
import pty
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

from cli.conftest import Here
from punto import read_record
from punto.cli import _full_screen
from punto.cli._arguments import EXTRAS

SEED = "01" * 32
BLOCKED = """
import sys
sys.modules["textual"] = None
from punto.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_a_terminal_there_are_lines(here: Here) -> None:
    assert not _full_screen.is_terminal()
    assert "Where?" not in here("play", "--seed", SEED, said="quit\n").stderr


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_gets_lines(term: str) -> None:
    assert b"Type \xe2\x80\x9chelp\xe2\x80\x9d for help." in on_terminal("-m", "punto", term=term)


def test_plain_asks_for_lines() -> None:
    assert b"for help." in on_terminal("-m", "punto", more=["--plain"])


def test_without_textual_one_sentence_says_so() -> None:
    shown = on_terminal("-c", BLOCKED)
    assert b"For the full screen, Textual is missing (pip install '.[terminal]')" in shown
    assert b"for help." in shown


def on_terminal(*program: str, more: list[str] | None = None, term: str = "xterm") -> bytes:
    """Start a match in a terminal, and leave it at once."""
    ours, theirs = pty.openpty()
    options = ["play", "--start", "1", "--seed", SEED, *(more or [])]
    environment = {**os.environ, "TERM": term, "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        [sys.executable, *program, *options],
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment,
    ) as process:  # fmt: skip
        os.close(theirs)
        os.write(ours, b"quit\n")
        shown = b""
        while True:
            try:
                more_bytes = os.read(ours, 65_536)
            except OSError:
                break
            if not more_bytes:
                break
            shown += more_bytes
        assert process.wait(100) == 0, shown
    os.close(ours)
    assert b"\x1b[?1049h" not in shown
    return shown


def test_replay_needs_a_terminal_and_says_what_does_not(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    here("play", "--seed", SEED, "--record", path, said="quit\n")
    run = here("replay", path)
    assert run.returncode == 2
    assert run.stderr == (
        f"punto: `punto replay` needs a terminal for a full screen: use punto show {path}\n"
    )
    assert here("replay", tmp_path / "none.punto").returncode == 2


def test_line_mode_does_not_import_textual() -> None:
    code = (
        "import sys; from punto.cli.main import main\n"
        "try: main(['play', '--help'])\n"
        "except SystemExit: pass\n"
        "assert not [name for name in sys.modules if name.startswith(('textual', 'rich'))]"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    assert EXTRAS["terminal"] == ("textual",)
    assert util.find_spec("textual") is not None


def test_full_screen_starts_without_what_only_others_need() -> None:
    code = (
        "import sys, punto.cli.main, punto.cli.play, punto.tui.start, punto.tui.menu_screen\n"
        "print(*{name.partition('.')[0] for name in sys.modules})\n"
        "print(*(name for name in sys.modules if name.startswith('punto.')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    packages, own = (set(line.split()) for line in run.stdout.split("\n")[:2])
    heavy = {"matplotlib", "numpy", "openskill", "pydantic", "sqlalchemy", "fastapi", "markdown_it"}
    slow = {"email", "http", "multiprocessing", "pydoc", "xml"}
    assert packages.isdisjoint(heavy | slow)
    assert own.isdisjoint({f"punto.{it}" for it in ("server", "engine", "bots", "lab", "puzzles")})


def test_deal_of_the_day_in_lines_has_one_try(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "day.punto"
    assert here("daily", "--record", path, said="undo\nquit\n").returncode == 0
    match = read_record(path.read_bytes()).match
    assert match.rounds_to_win == 1
    assert "[Daily " in path.read_text("utf-8")
    again = here("daily", "--record", path, said="quit\n")
    assert again.returncode == 0
    assert read_record(path.read_bytes()).match == match
    here("daily", "--record", path, said="resign\nyes\n")
    over = here("daily", "--record", path)
    assert over.returncode == 2
    assert "this match is over" in over.stderr


def test_a_record_of_another_match_is_no_deal_of_the_day(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    here("play", "--seed", SEED, "--record", path, said="quit\n")
    run = here("daily", "--record", path)
    assert run.returncode == 2
    assert "this is not a deal of the day" in run.stderr


def test_giving_up_in_lines_asks_first(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    said = "resign\nno\nresign\nyes\n"
    run = here("play", "--start", "1", "--seed", SEED, "--record", path, said=said)
    assert run.stdout.count("Give up?") == 2
    assert "Player 1 gives up: Juno wins the match." in run.stdout
    assert '[Ended "resigned Seat1"]' in path.read_text("utf-8")
    assert "this match is over" in here("play", "--record", path).stderr


def test_with_more_sides_a_bot_plays_on_for_who_gave_up(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    options = ["--mode", "3p", "--people", "1", "2", "--start", "1", "--bot", "greedy"]
    here("play", *options, "--record", path, said="resign\nyes\nquit\n")
    text = path.read_text("utf-8")
    assert '[Bot "Seat1 medium"]' in text
    assert "[Ended" not in text
    assert len(read_record(path.read_bytes()).match.round.placements) == 1
