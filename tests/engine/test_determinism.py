"""The same seed gives the same answer: in any thread, on either kernel."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from punto import MODES, Position
from punto.engine import Analysis, Budget, analyse, choose
from punto.rules.kernel import COMPILED

from .asking import ON_BOTH_KERNELS, ask
from .positions import random_position

BUDGET = Budget(simulations=2_000 if COMPILED else 15)
CHOICE = Budget(simulations=500 if COMPILED else 8)


@pytest.fixture(params=MODES)
def position(request: pytest.FixtureRequest) -> Position:
    return random_position(request.param, seed=3, plies=9)


@pytest.mark.unmeasured
def test_the_same_seed_gives_the_same_analysis(position: Position) -> None:
    first, second = (analyse(position, BUDGET, seed=5) for _ in range(2))
    assert first == second
    assert repr(first) == repr(second)
    assert choose(position, CHOICE, seed=5) == choose(position, CHOICE, seed=5)


@pytest.mark.unmeasured
def test_other_seeds_give_other_numbers(position: Position) -> None:
    found = {repr(analyse(position, BUDGET, seed=seed).estimates) for seed in (0, 1, -1, 2**70)}
    assert len(found) == 4


@pytest.mark.unmeasured
def test_searches_at_the_same_time_do_not_meddle_with_each_other() -> None:
    positions = [random_position(mode, seed=4, plies=7) for mode in MODES]
    tasks = [(position, seed) for seed in range(2 if COMPILED else 1) for position in positions]

    def one(task: tuple[Position, int]) -> Analysis:
        return analyse(task[0], BUDGET, seed=task[1])

    alone = list(map(one, tasks))
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, tasks)) == alone


@ON_BOTH_KERNELS
def test_both_kernels_give_the_same_analyses() -> None:
    interpreted = ask("report_analyses", interpreted=True).splitlines()
    ordinary = ask("report_analyses", interpreted=False).splitlines()
    assert interpreted[0] == "False"
    assert len(interpreted) == 1 + 3 * len(MODES)
    assert interpreted[1:] == ordinary[1:]
