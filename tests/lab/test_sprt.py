"""The sequential test: what it computes, and how often it errs."""

from math import log
from random import Random

import pytest
from benchmarks.sprt import simulate

from punto import PuntoError
from punto.lab.interval import CAUTION, Tally
from punto.lab.sprt import MIN_DEALS, Course, Sprt, elo_of, read_sprt, share_of
from punto.lab.verdict import sprt_sentence

Deals = list[list[Tally]]
RUNS = 400


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
    assert Sprt(0.5, 0.6).limits == pytest.approx((-log(19), log(19)))
    assert Sprt(0.5, 0.6, 0.01, 0.1).limits == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))
    course = Course(Sprt(0.5, 0.6), played)
    assert course.ratios[-1] == course.ratio == pytest.approx(expected)
    assert course.ratios[: MIN_DEALS - 1] == [0.0] * (MIN_DEALS - 1)
    assert course.share == pytest.approx(share)


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
    course = Course(test, deals(*[2] * 30))
    said = sprt_sentence(course, "hard")
    assert f"LLR {course.ratio:.2f}, limits -2.94 and 2.94)" in said
    assert "accepts 60 %" in test.verdict(deals(*[2] * 30))
    assert "0 Elo or 20 Elo" in read_sprt("elo=0:20").verdict([])


def test_bounds_in_elo_and_in_shares() -> None:
    test = read_sprt("elo=-10:400", 0.01, 0.02)
    assert (test.low, test.high) == pytest.approx((0.485613, 10 / 11), abs=1e-6)
    assert (test.alpha, test.beta) == (0.01, 0.02)
    assert elo_of(share_of(123.4)) == pytest.approx(123.4)
    assert read_sprt("share=0.5:0.55") == Sprt(0.5, 0.55)
    for wrong in ("0:20", "elo=20:0", "elo=0:9999", "share=0:0.5", "share=50:55", "elo=a:b", ""):
        with pytest.raises(PuntoError, match="sprt: expected"):
            read_sprt(wrong)
    with pytest.raises(PuntoError, match="alpha: expected more than 0"):
        read_sprt("elo=0:20", alpha=0.0)


@pytest.mark.parametrize("luck", [0.0, 0.3])
def test_errs_as_rarely_as_it_promises(luck: float) -> None:
    test = Sprt(0.45, 0.55)
    low, high = (simulate(test, share, luck, RUNS) for share in (test.low, test.high))
    assert low.accepted_high < 0.08
    assert 1 - high.accepted_high < 0.08
    one_sided = Sprt(0.5, 0.6, 0.02, 0.2)
    assert simulate(one_sided, 0.5, luck, RUNS).accepted_high < 0.04
    assert 0.05 < 1 - simulate(one_sided, 0.6, luck, RUNS).accepted_high < 0.25


def test_pairing_saves_deals_where_luck_is_great() -> None:
    test = Sprt(0.45, 0.55)
    lucky, plain = (simulate(test, 0.55, luck, 100).mean_deals for luck in (0.4, 0.0))
    assert lucky < 0.7 * plain


def test_luck_that_both_matches_share_only_makes_it_careful() -> None:
    random, test, errors = Random(1), Sprt(0.45, 0.55), 0
    for _ in range(200):
        course = Course(test)
        while course.accepted is None:
            chance = 0.45 + random.choice((-0.3, 0.3))
            course.add([(float(random.random() < chance), 1.0) for _ in range(2)])
        errors += course.accepted == test.high
    assert errors / 200 < 0.08
