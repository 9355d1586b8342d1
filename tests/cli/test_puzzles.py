"""`punto puzzles`: solves and misses puzzles, keeps the rating, and makes new ones."""

import json
import os
from datetime import date
from pathlib import Path

import pytest

from cli.terminal import punto
from punto.cli import _puzzle_trainer
from punto.cli._puzzle_progress import NEWCOMER, Progress, default_path, load_progress
from punto.cli.main import main
from punto.puzzles import Kind, Puzzle, all_puzzles, choose_puzzle, puzzle_of_the_day
from punto.rules.errors import UnreadableError
from punto.rules.kernel import COMPILED

DAY = "2026-12-24"


def today() -> Puzzle:
    return puzzle_of_the_day(date.fromisoformat(DAY))


def wrong_cell(puzzle: Puzzle) -> str:
    return str(next(cell for cell in puzzle.position.legal_cells if cell != puzzle.answer))


def test_the_puzzle_of_the_day_is_solved_and_explained(tmp_path: Path) -> None:
    kept = tmp_path / "deep" / "progress.json"
    said = f"help\na1\n{today().answer}\n".encode()
    run = punto("puzzles", "day", "--date", DAY, "--progress", kept, said=said)
    assert run.returncode == 0, run.stderr
    assert f"Puzzle of the day, {DAY}" in run.stdout
    assert "marks the free ones" in run.stdout
    assert "No: " in run.stdout  # a1 touches nothing
    assert f"Right: {today().answer}." in run.stdout
    assert "Solved in a row: 1." in run.stdout
    progress = load_progress(kept)
    assert progress.streak == 1
    assert progress.solved == {today().name}
    assert progress.rating.value > NEWCOMER


def test_a_wrong_cell_shows_the_right_one_in_the_readers_language(tmp_path: Path) -> None:
    kept = tmp_path / "progress.json"
    said = f"{wrong_cell(today())}\n".encode()
    arguments = ("puzzles", "day", "--date", DAY, "--progress", kept, "--language", "de")
    run = punto(*arguments, said=said)
    assert f"Das richtige Feld ist {today().answer}." in run.stdout
    progress = load_progress(kept)
    assert progress.streak == 0
    assert progress.rating.value < NEWCOMER


def test_puzzles_follow_one_another_until_the_player_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "progress.json"
    solved: list[str] = []

    def answer(_question: str) -> str:
        text = capsys.readouterr().out
        assert "3 players" in text
        if len(solved) == 3:
            return "quit"
        puzzle = shown[-1]
        solved.append(puzzle.name)
        return str(puzzle.answer)

    shown: list[Puzzle] = []

    def noted(*args: object, **rest: object) -> Puzzle | None:
        found = choose_puzzle(*args, **rest)  # type: ignore[arg-type]
        assert found is not None
        shown.append(found)
        return found

    monkeypatch.setattr(_puzzle_trainer, "choose_puzzle", noted)
    monkeypatch.setattr("builtins.input", answer)
    arguments = ["puzzles", "--mode", "3p", "--kind", "win", "--progress", str(kept)]
    assert main(arguments) == 0
    assert load_progress(kept).streak == 3
    assert len(set(solved)) == 3
    assert all(puzzle.kind is Kind.WIN and puzzle.mode == "3p" for puzzle in shown)


def test_a_kind_that_a_mode_has_not_is_said_so(tmp_path: Path) -> None:
    wish = ("--mode", "4p", "--kind", "stalemate", "--progress", tmp_path / "kept.json")
    run = punto("puzzles", *wish)
    assert run.returncode == 0
    assert "There is no such puzzle." in run.stdout


def test_progress_is_kept_where_programs_keep_such_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "punto" / "puzzles.json"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    if os.name == "posix":
        assert default_path() == tmp_path / ".local" / "state" / "punto" / "puzzles.json"


def test_progress_that_cannot_be_read_is_not_overwritten(tmp_path: Path) -> None:
    kept = tmp_path / "progress.json"
    kept.write_text('{"rating": 3}', "utf-8")
    with pytest.raises(UnreadableError):
        load_progress(kept)
    assert punto("puzzles", "day", "--progress", kept, said=b"f6\n").returncode == 2
    assert kept.read_text("utf-8") == '{"rating": 3}'


def test_a_missed_puzzle_ends_a_streak_but_not_the_longest() -> None:
    progress = Progress()
    for puzzle in all_puzzles()[:3]:
        progress = progress.after(puzzle, True)
    progress = progress.after(all_puzzles()[3], False)
    assert (progress.streak, progress.best_streak, len(progress.solved)) == (0, 3, 3)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="deep searches")
def test_making_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["puzzles", "make", str(tmp_path), "--count", "1", "--mode", "4p", "--seed", "5"]
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"1 puzzles in {tmp_path / 'puzzles.gz'}\n"
    assert json.loads((tmp_path / "plan.json").read_text("utf-8"))["seed"] == 5


@pytest.mark.parametrize(
    "wrong", [("make",), ("play", "folder"), ("day", "--date", "soon"), ("guess",)]
)
def test_wrong_arguments_are_refused(wrong: tuple[str, ...]) -> None:
    run = punto("puzzles", *wrong)
    assert run.returncode == 2
    assert run.stderr.startswith("punto: ")
    assert "Traceback" not in run.stderr
