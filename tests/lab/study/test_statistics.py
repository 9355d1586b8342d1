"""The statistics of the study, on data whose answers are known."""

from random import Random
from statistics import fmean, stdev

import pytest

from punto.lab.interval import student_quantile
from punto.lab.study.statistics import jackknife, least_squares, mean, share


def test_the_jackknife_of_a_mean_is_the_interval_of_the_textbook() -> None:
    random = Random(1)
    numbers = [random.gauss(3, 2) for _ in range(40)]
    found = mean([(number, 1) for number in numbers])
    half = student_quantile(39) * stdev(numbers) / 40**0.5
    assert found.value == pytest.approx(fmean(numbers))
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))


def test_intervals_contain_the_truth_nineteen_times_of_twenty() -> None:
    random = Random(2)
    hits = 0
    for _ in range(400):  # of a ratio of two dependent sums, over 60 deals
        sums = [(x + random.gauss(0, 1), x) for x in (random.uniform(1, 3) for _ in range(60))]
        found = mean(sums)
        hits += found.low < 1 < found.high
    assert 365 <= hits <= 393


def test_rounds_of_a_deal_do_not_count_as_independent() -> None:
    # Ten rounds of each deal end alike: the sample is the 50 deals, not the 500 rounds.
    decided = share([[(number % 2, 1)] * 10 for number in range(50)])
    once = share([[(number % 2, 1)] for number in range(50)])
    assert decided.high - decided.low == pytest.approx(once.high - once.low, rel=0.1)


def test_normal_equations_are_solved_even_if_a_pivot_is_zero() -> None:
    assert least_squares([[0, 2, 1], [2, 0, 0], [1, 0, 4]], [7, 2, 13]) == pytest.approx([1, 2, 3])


def test_a_statistic_may_have_several_figures() -> None:
    first, second = jackknife([(1, 2), (3, 4), (5, 6)], lambda sums: [sums[0], sums[1] / sums[0]])
    assert (first.value, second.value) == (9, 12 / 9)
    assert second.low < second.value < second.high
