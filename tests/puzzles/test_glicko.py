"""Ratings by Glicko-2, as its author computes them."""

import pytest

from punto.puzzles.glicko import MIN_DEVIATION, Rating, Result


def test_the_example_of_the_paper() -> None:
    before = Rating(1500, 200, 0.06)
    after = before.after(Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0))
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_a_rating_more_volatile() -> None:
    steady = Rating(1500, 50)
    assert steady.after(Result(2600, 30, 1)).volatility > steady.volatility
    assert steady.after(Result(2600, 30, 0)).volatility <= steady.volatility


def test_solving_raises_and_missing_lowers_and_each_more_against_the_odds() -> None:
    player = Rating()
    harder, easier = Result(1800, 60, 1), Result(1200, 60, 1)
    assert player.after(harder).value > player.after(easier).value > player.value
    lost = [player.after(result._replace(score=0)).value for result in (harder, easier)]
    assert lost[1] < lost[0] < player.value


def test_many_results_leave_a_rating_able_to_move() -> None:
    player = Rating()
    for number in range(500):
        player = player.after(Result(1500, 60, number % 2))
    assert player.deviation >= MIN_DEVIATION
    assert player.value == pytest.approx(1500, abs=30)
