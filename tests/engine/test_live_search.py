"""A search in slices: watching it changes nothing, and it ends with its budget."""

import pytest

from punto import Match
from punto.engine import Budget, analyse
from punto.engine.live_search import LiveSearch
from punto.rules.errors import TurnError
from punto.rules.kernel import COMPILED

SIMULATIONS = 600 if COMPILED else 28


@pytest.mark.parametrize("mode", ["2p", "3p"])
def test_a_search_that_is_watched_finds_the_same_as_one_in_one_go(mode: str) -> None:
    match = Match(mode, start=1, seed="00" * 32, cells="f6 g7 h8 g8")
    budget = Budget(simulations=SIMULATIONS)
    search = LiveSearch(match, budget, seed=3)
    looks = 0
    while not search.is_done:
        search.run(0.001, until=search.simulations + 7)
        looks += search.analysis().simulations == search.simulations
    assert looks > (50 if COMPILED else 3)
    assert search.analysis() == analyse(match, budget, seed=3)


def test_it_ends_when_its_time_is_over() -> None:
    search = LiveSearch(Match("2p", seed="00" * 32), Budget(milliseconds=20))
    while not search.is_done:
        search.run(10.0)  # a slice that is longer than what is left
    assert search.seconds >= 0.02
    assert search.simulations > 0


def test_without_a_budget_it_does_not_end() -> None:
    search = LiveSearch(Match("2p", seed="00" * 32))
    search.run(0.001)
    search.run(0.001, until=6)
    assert not search.is_done
    assert search.simulations <= 6


def test_a_position_without_a_card_is_refused() -> None:
    match = Match("2p", start=1, deals=[])
    match.deal(None)
    with pytest.raises(TurnError):
        LiveSearch(match)
