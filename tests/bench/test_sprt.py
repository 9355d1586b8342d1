"""The sequential test: what it computes, and how often it errs."""

from math import log
from random import Random

import pytest
from benchmarks._sprt import LIMIT, MIN_DEALS, Sprt

from punto.lab.interval import CAUTION, Tally

Deals = list[list[Tally]]
RUNS = 300


def deals(*wins: int) -> Deals:
    """Make deals of two decided rounds each, of which the first party won so many."""
    return [[(float(won > 0), 1.0), (float(won > 1), 1.0)] for won in wins]


def test_the_ratio_is_the_documented_one() -> None:
    played = deals(*[2, 1, 1, 0, 2, 1, 2, 1, 1, 2] * 2)
    share = 26 / 40
    squares = sum((sum(won for won, _ in deal) - share * 2) ** 2 for deal in played)
    variance = (20 / 19 * squares + CAUTION) / 40**2
    expected = (0.6 - 0.5) * (share - 0.55) / variance
    assert Sprt(0.5, 0.6).ratio(played) == pytest.approx(expected)
    assert pytest.approx(log(19)) == LIMIT


def test_draws_say_nothing() -> None:
    played = deals(*[2, 1, 1, 0, 2] * 4)
    drawn: Deals = [[*deal, (0.0, 0.0)] for deal in played]
    assert Sprt(0.5, 0.6).ratio(drawn) == Sprt(0.5, 0.6).ratio(played)
    assert Sprt(0.5, 0.6).accepts([[(0.0, 0.0)]] * 50) is None


def test_decides_by_the_evidence() -> None:
    test = Sprt(0.5, 0.6)
    assert test.accepts(deals(*[2] * 30)) == 0.6
    assert test.accepts(deals(*[0] * 30)) == 0.5
    assert test.accepts(deals(*[2] * (MIN_DEALS - 1))) is None
    assert test.accepts(deals(*[2, 1, 1, 0] * 5)) is None
    assert "undecided" in test.verdict(deals(1, 1))
    assert "accepts 60%" in test.verdict(deals(*[2] * 30))


@pytest.mark.parametrize(("share", "wrong"), [(0.45, 0.55), (0.55, 0.45)])
def test_errs_as_rarely_as_it_promises(share: float, wrong: float) -> None:
    random, test, errors = Random(share), Sprt(0.45, 0.55), 0
    for _ in range(RUNS):
        played: Deals = []
        while (accepted := test.accepts(played)) is None:
            luck = random.choice((-0.3, 0.3))  # both rounds of a deal share it
            chances = share + luck, share + luck
            played.append([(float(random.random() < chance), 1.0) for chance in chances])
        errors += accepted == wrong
    assert errors / RUNS < 0.08
