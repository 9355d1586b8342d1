"""The search against a solver that tries everything, in late positions."""

from functools import cache

import pytest

from punto import Cell, Position, read_position
from punto.engine import Budget, Estimate, analyse, choose
from punto.rules.kernel import COMPILED

from .exact import Chances, Solver, exact, is_settled
from .late import LATE

FEW = LATE[3], LATE[9], LATE[12], LATE[15]
"""One of each mode that the solver is done with soon."""

POSITIONS = LATE if COMPILED else FEW


@cache
def solved(text: str) -> dict[Cell, Chances]:
    return exact(read_position(text))


def lost(position: Position, cell: Cell, answers: dict[Cell, Chances]) -> float:
    """Say how much worse than the best a cell is, as a share of the match."""
    assert position.seat is not None
    side, solver = position.mode.side_of(position.seat).number, Solver(position)
    return max(solver.worth(side, each) for each in answers.values()) - solver.worth(
        side, answers[cell]
    )


def distances(estimate: Estimate, ends: Chances) -> list[float]:
    return [abs(mine - true) for mine, true in zip(estimate.chances, ends[1:], strict=True)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("text", POSITIONS)
def test_chooses_a_cell_than_which_none_is_better(text: str) -> None:
    position = read_position(text)
    for seed in range(4 if COMPILED else 1):
        cell = choose(position, Budget(simulations=2_000), seed=seed)
        assert lost(position, cell, solved(text)) < 1e-9


@pytest.mark.unmeasured
@pytest.mark.parametrize("simulations", [2_000, 100_000] if COMPILED else [2_000])
def test_estimates_lie_within_their_error_bars(simulations: int) -> None:
    bars = [
        distance / error
        for text in POSITIONS
        for each in analyse(read_position(text), Budget(simulations=simulations)).estimates
        for distance, error in zip(
            distances(each, solved(text)[each.cell]), each.errors, strict=True
        )
    ]
    within = sum(bar <= 1 for bar in bars) / len(bars)
    assert within >= (0.95 if COMPILED else 0.85)
    assert max(bars) < 2.5


@pytest.mark.skipif(not COMPILED, reason="it takes many simulations")
@pytest.mark.parametrize("text", POSITIONS)
def test_estimates_of_the_best_cell_come_nearer_with_time(text: str) -> None:
    position, answers = read_position(text), solved(text)
    soon, late = (analyse(position, Budget(simulations=count)).best for count in (20_000, 320_000))
    before, after = (max(distances(each, answers[each.cell])) for each in (soon, late))
    assert after <= before / 2.5 + max(late.errors)
    assert after < 0.02


@pytest.mark.slow
@pytest.mark.parametrize("text", FEW)
def test_no_side_can_be_kind_at_no_cost(text: str) -> None:
    assert is_settled(read_position(text))
