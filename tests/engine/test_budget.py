"""How long a search goes on."""

from time import perf_counter
from typing import Any

import pytest

from punto import MODES, Match, UnreadableError
from punto.engine import Budget, analyse, choose
from punto.engine.search import MAX_EDGES, max_edges, search
from punto.rules.kernel import COMPILED

from .positions import random_position
from .puzzles import PUZZLES

NONSENSE: list[dict[str, Any]] = [
    {},
    {"simulations": 0},
    {"simulations": -5},
    {"simulations": 10**9 + 1},
    {"simulations": 2.5},
    {"simulations": True},
    {"simulations": "5"},
    {"milliseconds": "5"},
    {"milliseconds": 10**8},
    {"milliseconds": 0},
    {"milliseconds": -1.5},
    {"milliseconds": float("inf")},
    {"milliseconds": float("nan")},
    {"simulations": 0, "milliseconds": 5},
    {"simulations": 5, "milliseconds": 0},
]


@pytest.mark.parametrize("amounts", NONSENSE, ids=str)
def test_refuses_nonsense(amounts: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError, match="budget: expected") as caught:
        Budget(**amounts)
    assert caught.value.code == "unreadable-budget"


@pytest.mark.parametrize("count", [1, 2, 7, 255, 256, 257, 1_000] if COMPILED else [1, 2, 7])
@pytest.mark.parametrize("mode", MODES)
def test_an_analysis_runs_as_many_simulations_as_it_is_told(mode: str, count: int) -> None:
    analysis = analyse(random_position(mode, 2, 8), Budget(simulations=count))
    assert analysis.simulations == count
    assert sum(each.visits for each in analysis.estimates) == count


@pytest.mark.unmeasured
def test_an_analysis_looks_at_every_cell() -> None:
    position = random_position("4p", 2, 8)
    cells = len(position.legal_cells)
    share = 20 if COMPILED else 2
    estimates = analyse(position, Budget(simulations=share * cells)).estimates
    assert min(each.visits for each in estimates) >= share // 2


@pytest.mark.unmeasured
@pytest.mark.parametrize("puzzle", [each for each in PUZZLES if each.kind == "block"], ids=str)
def test_stops_when_no_cell_can_catch_up(puzzle: object) -> None:
    position = next(each for each in PUZZLES if each is puzzle).position()
    most = 100_000 if COMPILED else 1_500
    visits = sorted(search(position, Budget(simulations=most), 1).counts())
    done = sum(visits)
    assert done < 0.7 * most
    assert visits[-1] - visits[-2] > most - done


@pytest.mark.parametrize("plies", [0, 1, 20, 60])
@pytest.mark.parametrize("mode", MODES)
def test_answers_in_time(mode: str, plies: int) -> None:
    position = random_position(mode, 6, plies)
    start = perf_counter()
    tree = search(position, Budget(milliseconds=50), 1)
    taken = perf_counter() - start
    assert 0 < sum(tree.counts()) < 10**6
    assert taken < 2  # however busy the machine is


@pytest.mark.parametrize("milliseconds", [1e-9, 0.01, 1.0])
def test_the_shortest_time_is_enough_for_an_answer(milliseconds: float) -> None:
    for mode in MODES:
        position = random_position(mode, 6, 15)
        assert choose(position, Budget(milliseconds=milliseconds)) in position.legal_cells


def test_whichever_is_used_up_first_ends_the_search() -> None:
    position = random_position("2p", 6, 15)
    found = analyse(position, Budget(simulations=40, milliseconds=1_000_000))
    assert found.simulations == 40
    start = perf_counter()
    search(position, Budget(simulations=10**9, milliseconds=20), 1)
    assert perf_counter() - start < 2


def test_the_first_card_needs_no_search() -> None:
    position = Match("2p", seed=bytes(32)).position()
    start = perf_counter()
    assert choose(position, Budget(simulations=10**9)) == position.legal_cells[0]
    assert perf_counter() - start < 1


@pytest.mark.parametrize(
    "budget",
    [Budget(simulations=1), Budget(milliseconds=1e-9), Budget(10**9), Budget(milliseconds=8.64e7)],
)
def test_memory_is_bounded_by_the_budget(budget: Budget) -> None:
    assert 49 < max_edges(budget) <= MAX_EDGES  # more than 49 cells are never legal
