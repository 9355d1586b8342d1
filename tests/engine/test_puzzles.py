"""Positions with one right answer."""

import pytest

from punto import MODES, Cell
from punto.engine import Budget, analyse, choose
from punto.engine.search import winning_cells
from punto.rules.kernel import COMPILED

from .puzzles import PUZZLES, Puzzle

SEEDS = range(1, 6) if COMPILED else range(1, 2)
BUDGET = Budget(simulations=5_000 if COMPILED else 100)
# Both kernels search alike (test_determinism), so one puzzle of a mode is enough interpreted.
FIRST = list({puzzle.mode: puzzle for puzzle in reversed(PUZZLES)}.values())
SOME = PUZZLES if COMPILED else FIRST


@pytest.mark.unmeasured
@pytest.mark.parametrize("puzzle", SOME, ids=str)
def test_finds_the_answer(puzzle: Puzzle) -> None:
    position = puzzle.position()
    assert len(position.legal_cells) > 5
    for seed in SEEDS:
        assert choose(position, BUDGET, seed=seed) == Cell(puzzle.answer)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_only_the_answer_to_a_win_wins_at_once(puzzle: Puzzle) -> None:
    won = [Cell(puzzle.answer)] if puzzle.kind == "win" else []
    assert winning_cells(puzzle.position()) == won


@pytest.mark.unmeasured
@pytest.mark.parametrize("puzzle", SOME, ids=str)
def test_the_analysis_puts_the_answer_first(puzzle: Puzzle) -> None:
    analysis = analyse(puzzle.position(), Budget(simulations=20_000 if COMPILED else 150))
    assert analysis.best.cell == Cell(puzzle.answer)
    if puzzle.kind == "win":
        assert analysis.best.chances[0] == 1


@pytest.mark.parametrize("kind", ["win", "block", "cover", "seventh column"])
def test_every_kind_is_there_in_every_mode(kind: str) -> None:
    assert {puzzle.mode for puzzle in PUZZLES if puzzle.kind == kind} == set(MODES)
