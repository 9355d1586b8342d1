"""Making puzzles: the same on any number of processes, resumable, proved and graded."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from punto.lab import puzzle_making
from punto.lab.puzzle_making import PUZZLES, Plan, check_plan, make_puzzles, read_lots
from punto.lab.puzzle_rating import LEVEL_RATINGS, Trial, rating_of
from punto.puzzles import Kind, all_puzzles, read_puzzles
from punto.rules.errors import UnreadableError
from punto.rules.facts import MODES
from punto.rules.kernel import COMPILED

needs_speed = pytest.mark.skipif(not COMPILED, reason="deep searches")


@pytest.mark.slow
@needs_speed
def test_an_interrupted_making_gives_the_same_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_making, "LOTS_A_BATCH", 4)
    plan = Plan(3, seed=5, modes=("4p",))
    whole = make_puzzles(plan, tmp_path / "whole", 1)
    assert read_puzzles((tmp_path / "whole" / PUZZLES).read_bytes()) == tuple(
        sorted(whole, key=lambda puzzle: (puzzle.rating, puzzle.text))
    )
    lots = (tmp_path / "whole" / "4p.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "4p.jsonl").write_bytes(b"".join(lots[:2]) + lots[2][:7])
    counted: list[None] = []
    assert make_puzzles(plan, tmp_path / "cut", 1, lambda: counted.append(None)) == whole
    assert len(counted) == len(whole) == 3
    assert (tmp_path / "cut" / "4p.jsonl").read_bytes() == b"".join(lots)


@pytest.mark.slow
@needs_speed
def test_several_processes_give_the_same_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_making, "LOTS_A_BATCH", 4)
    plan = Plan(2, seed=6, modes=("3p",))
    assert make_puzzles(plan, tmp_path / "one", 1) == make_puzzles(plan, tmp_path / "two", 2)


@pytest.mark.slow
@needs_speed
def test_a_larger_plan_continues_a_smaller_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_making, "LOTS_A_BATCH", 4)
    few = make_puzzles(Plan(1, seed=5, modes=("4p",)), tmp_path, 1)
    more = make_puzzles(Plan(3, seed=5, modes=("4p",)), tmp_path, 1)
    assert more[:1] == few


def test_the_folder_of_another_seed_is_refused(tmp_path: Path) -> None:
    check_plan(Plan(5, seed=1), tmp_path / "plan.json")
    check_plan(Plan(9, seed=1), tmp_path / "plan.json")
    with pytest.raises(UnreadableError, match="another folder"):
        check_plan(Plan(5, seed=2), tmp_path / "plan.json")


def test_modes_get_equal_shares() -> None:
    plan = Plan(10)
    assert [plan.goal(mode) for mode in plan.modes] == [3, 3, 2, 2]


def test_a_lot_without_a_puzzle_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "2p.jsonl"
    path.write_text(json.dumps({"lot": 1, "puzzles": []}) + "\n" + '{"lot": 2', "utf-8")
    assert list(read_lots(path)) == [(1, ())]


def test_kinds_that_are_too_many_are_not_wanted(tmp_path: Path) -> None:
    collecting = puzzle_making.Collecting(Plan(100), MODES["2p"], tmp_path)
    assert set(collecting.wanted()) == set(Kind)
    wins = [replace(each, kind=Kind.WIN) for each in all_puzzles()[:8]]
    for puzzle in wins:
        collecting.take(puzzle, lambda: None)
        collecting.take(puzzle, lambda: None)  # the same again
    assert len(collecting.puzzles) == 8
    assert Kind.WIN not in collecting.wanted()


def results(*found: int) -> list[Trial]:
    return [
        Trial(rating, 12, right)
        for rating, right in zip(LEVEL_RATINGS.values(), found, strict=False)
    ]


def test_the_more_levels_err_the_harder_is_a_puzzle() -> None:
    easy, _ = rating_of(results(9, 11, 12, 12, 12, 12))
    middle, error = rating_of(results(1, 2, 6, 8, 11, 12))
    hard, _ = rating_of(results(0, 0, 0, 0, 1, 2))
    assert 500 < easy < 900 < middle < 1400 < 1900 < hard < 2500
    assert 40 < error < 100


def test_a_puzzle_that_a_level_solves_half_the_time_is_rated_like_it() -> None:
    rating, _ = rating_of([Trial(1200, 1000, 500)])
    assert rating == pytest.approx(1200, abs=10)
