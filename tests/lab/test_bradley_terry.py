"""The fit of all ratings together: its values, and how often its intervals hold the truth."""

from itertools import combinations
from random import Random

import pytest

from punto.lab.bradley_terry import Duel, fit
from punto.lab.sprt import share_of

TRUE = {"a": 120.0, "b": 20.0, "c": -140.0}
RUNS = 150


def simulated(random: Random, sets: int, luck: float) -> list[list[Duel]]:
    """Play sets of two duels with seats exchanged, where the cards favour one seat."""
    found = []
    for one, other in combinations(TRUE, 2):
        chance = share_of(TRUE[one] - TRUE[other])
        for _ in range(sets):
            shift = min(luck, chance, 1 - chance)
            chances = chance + shift, chance - shift
            found.append([(one, other, float(random.random() < each)) for each in chances])
    return found


def test_two_bots_have_the_elo_of_their_share() -> None:
    sets: list[list[Duel]] = [[("a", "b", 1.0), ("b", "a", 0.0)]] * 300
    sets += [[("a", "b", 0.0), ("b", "a", 1.0)]] * 100
    found = fit(("a", "b"), sets)
    assert found["a"].elo - found["b"].elo == pytest.approx(190.8, abs=1.0)
    assert found["a"].elo == pytest.approx(-found["b"].elo)
    drawn = fit(("a", "b"), [[("a", "b", 0.5), ("b", "a", 0.5)]] * 50)
    assert drawn["a"].elo == pytest.approx(0)
    assert drawn["a"].low < 0 < drawn["a"].high


def test_whoever_won_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    found = fit(("a", "b"), [[("a", "b", 1.0), ("b", "a", 0.0)]] * 4)
    assert 100 < found["a"].elo < 1000
    assert found["a"].high - found["a"].low > 300


@pytest.mark.parametrize("luck", [0.0, 0.3])
def test_intervals_hold_the_truth_as_often_as_they_say(luck: float) -> None:
    random, held = Random(luck), 0
    for _ in range(RUNS):
        found = fit(tuple(TRUE), simulated(random, 30, luck))
        held += sum(found[name].low <= elo <= found[name].high for name, elo in TRUE.items())
        assert sum(it.elo for it in found.values()) == pytest.approx(0, abs=1e-6)
    assert 0.91 < held / (RUNS * len(TRUE)) < 0.99
