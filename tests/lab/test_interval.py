from random import Random

import pytest

from punto.lab.interval import Estimate, Tally, estimate, student_quantile, wilson

WON, LOST = (1.0, 1.0), (0.0, 1.0)


def estimated(*line_ups: list[list[Tally]]) -> Estimate:
    found = estimate(line_ups)
    assert found is not None
    return found


def test_wilson_and_student_as_in_the_tables() -> None:
    assert wilson(1.0, 20, 1.96) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert wilson(0.5, 100, 1.96) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    table = {0: 12.706, 1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 999: 1.962}
    for freedom, quantile in table.items():
        assert student_quantile(freedom) == pytest.approx(quantile, rel=0.005)


def test_decks_that_decide_make_paired_matches_worth_more() -> None:
    found = estimated([[WON, LOST]] * 90 + [[WON, WON]] * 10)
    assert found.share == 0.55
    assert found.low < 0.55 < found.high
    assert found.tighter > 2
    assert (found.unpaired_low, found.unpaired_high) == pytest.approx((0.4806, 0.6175), abs=0.003)


def test_independent_matches_gain_nothing() -> None:
    random = Random(1)
    sets = [[random.choice((WON, LOST)), random.choice((WON, LOST))] for _ in range(2000)]
    assert estimated(sets).tighter == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("sets", [[[WON, WON]] * 10, [[LOST, LOST]] * 10, [[WON, LOST]] * 10])
def test_no_interval_is_without_a_width(sets: list[list[Tally]]) -> None:
    found = estimated(sets)
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert found.high - found.low > 0.1


def test_a_single_set_says_next_to_nothing() -> None:
    found = estimated([[WON, LOST]])
    assert found.high - found.low > 0.9


def test_who_met_whom_is_no_chance() -> None:
    strong, weak = [[LOST, LOST]] * 50, [[WON, WON]] * 50
    apart, mixed = estimated(strong, weak), estimated(strong + weak)
    assert apart.share == mixed.share == 0.5
    assert apart.high - apart.low < (mixed.high - mixed.low) / 2


def test_lone_sets_are_compared_with_one_another() -> None:
    lone, together = estimated(*[[[WON, LOST]]] * 10), estimated([[WON, LOST]] * 10)
    assert (lone.low, lone.high) == (together.low, together.high)


def test_nothing_to_take() -> None:
    assert estimate([[[(0.0, 0.0)] * 2]]) is None
    assert estimate([]) is None


@pytest.mark.parametrize(("luck", "skill"), [(0.0, 0.5), (0.6, 0.5), (0.3, 0.9), (0.9, 0.7)])
def test_the_truth_is_inside_as_often_as_promised(luck: float, skill: float) -> None:
    random = Random(7)

    def match(decided: float) -> Tally:
        lucky = decided < luck / 2
        return float(lucky or (decided > luck and random.random() < skill)), 1.0

    def set_of_two() -> list[Tally]:
        decided = random.random()
        return [match(decided), match(luck - decided if decided < luck else decided)]

    truth = luck / 2 + (1 - luck) * skill
    inside = 0
    for _ in range(400):
        found = estimated([set_of_two() for _ in range(30)])
        inside += found.low <= truth <= found.high
    assert inside >= 372
