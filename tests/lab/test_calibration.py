"""Predictions are counted by decile, and stretched until they come true."""

from functools import partial
from math import log
from pathlib import Path
from random import Random

import pytest

from punto import MODES, Match
from punto.engine import evaluate
from punto.engine.calibration import (
    STRAIGHT,
    Curves,
    calibrated_network_for,
    curves_by_mode,
    with_curves,
)
from punto.engine.network import network_for
from punto.lab.calibration import (
    EQUALS,
    FIELDS,
    MIXED,
    Group,
    Prediction,
    by_analysis,
    by_network,
    deciles,
    of_movers,
    play_match,
)
from punto.lab.calibration_fit import fit
from punto.lab.calibration_plot import save_plot


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("mode", MODES)
def test_a_match_is_predicted_and_its_rounds_have_winners(mode: str, field: str) -> None:
    found = play_match(mode, field, 5, 1, every=3)
    sides = len(MODES[mode].sides)
    assert len(found) > 5
    for ends, winner, next_side in found:
        assert 1 <= next_side <= sides
        assert len(ends) == sides + 1
        assert sum(ends) == pytest.approx(1, abs=0.001)
        assert 0 <= winner <= sides
    assert found == play_match(mode, field, 5, 1, every=3)
    assert found != play_match(mode, field, 5, 2, every=3)


def test_an_analysis_predicts_too() -> None:
    found = play_match("3p", EQUALS, 5, 1, by_analysis(20), every=10)
    assert all(sum(ends) == pytest.approx(1, abs=0.001) for ends, *_ in found)
    assert found != play_match("3p", EQUALS, 5, 1, by_network, every=10)


def test_deciles_count_what_came_true() -> None:
    first, second = Prediction((0.0, 0.75, 0.25), 1, 1), Prediction((0.0, 0.71, 0.29), 2, 1)
    low, high = deciles([[first], [second]]).items()
    assert (low[0], high[0]) == (2, 7)
    assert (low[1].count, low[1].won, high[1].count, high[1].won) == (2, 0.5, 2, 0.5)
    assert [low[1].said, high[1].said] == pytest.approx([0.27, 0.73])
    assert high[1].difference == pytest.approx(-0.23)
    assert high[1].error > 0.5
    assert deciles([[Prediction((0.0, 1.0, 1.0), 1, 1)]])[9].count == 2


def test_the_side_that_moved_is_the_one_before_the_next() -> None:
    two = [[Prediction((0.1, 0.6, 0.3), 1, 2)], [Prediction((0.1, 0.6, 0.3), 1, 1)]]
    assert (of_movers(two).count, of_movers(two).won) == (2, 0.5)
    assert of_movers(two).said == pytest.approx(0.45)
    three = [[Prediction((0.0, 0.2, 0.3, 0.5), 3, 1)]]
    assert (of_movers(three).said, of_movers(three).won) == (0.5, 1)


def test_predictions_of_one_match_are_not_independent() -> None:
    apart = [[Prediction((0.4, 0.6), won, 1)] for won in (1, 1, 1, 0) * 8]
    together = [each * 4 for each in apart]
    one, four = deciles(apart)[6], deciles(together)[6]
    assert four.count == 4 * one.count
    assert four.error == pytest.approx(one.error)


def test_the_fit_finds_how_much_too_cautious_predictions_are() -> None:
    random, samples = Random(1), []
    for number in range(8_000):
        said = random.uniform(0.2, 0.7)
        weights = (0.1, said**2, (0.9 - said) ** 2)  # twice as far from even, and more draws
        winner = random.choices((0, 1, 2), weights)[0]
        samples.append(Prediction((0.1, said, 0.9 - said), winner, 1 + number % 2))
    found = fit(samples)
    for curve in (found.draw, found.win):
        assert (curve[0], curve[-1]) == (0, 65536)
        assert list(curve) == sorted(curve)
    after = [each._replace(ends=found.corrected(each.ends)) for each in samples]
    assert all(sum(each.ends) == pytest.approx(1) for each in after)
    draws = sum(each.winner == 0 for each in samples)
    assert sum(each.ends[0] for each in after) == pytest.approx(draws, rel=0.05)
    before = deciles([[each] for each in samples])
    assert max(abs(each.difference) for each in before.values()) > 0.05
    now = deciles([[each] for each in after])
    assert all(abs(each.difference) < 0.02 + each.error for each in now.values())


def test_curves_keep_the_order_and_certainty() -> None:
    for mode in MODES.values():
        for curve in (curves_by_mode()[mode.name].draw, curves_by_mode()[mode.name].win):
            assert len(curve) == len(STRAIGHT)
            assert (curve[0], curve[-1]) == (0, 65536)
            assert list(curve) == sorted(curve)


@pytest.mark.parametrize("mode", MODES)
def test_the_network_applies_its_curves(mode: str) -> None:
    match = Match(mode, start=1, seed=bytes(32), cells="f6 g6 g7 f7 h5")
    network = network_for(match.mode)
    as_it_is = evaluate(match, network=network)
    assert evaluate(match, calibrated=False) == as_it_is
    assert evaluate(match) == evaluate(match, network=calibrated_network_for(match.mode))
    for curves in (Curves(), curves_by_mode()[mode]):
        found = evaluate(match, network=with_curves(network, curves))
        for before, after in zip(as_it_is, found, strict=True):
            expected = curves.corrected((before.draw, *before.chances))
            assert (after.draw, *after.chances) == pytest.approx(expected, abs=0.0005)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_curves_make_what_happens_likelier(mode: str) -> None:
    """How far chances come true is for `bench calibration` to say, with many more matches."""
    predict = partial(by_network, calibrated=False)
    matches = [play_match(mode, EQUALS, 9, number, predict, every=4) for number in range(40)]
    predictions, curves = [each for match in matches for each in match], curves_by_mode()[mode]
    surprise = [
        -sum(log(max(0.001, ends[each.winner])) for each, ends in paired)
        for paired in (
            [(each, each.ends) for each in predictions],
            [(each, curves.corrected(each.ends)) for each in predictions],
        )
    ]
    assert surprise[1] < surprise[0]


def test_a_mixed_field_has_other_bots_in_every_match() -> None:
    assert play_match("2p", MIXED, 5, 1) != play_match("2p", EQUALS, 5, 1)


def test_the_plot_shows_every_mode(tmp_path: Path) -> None:
    found = {2: Group(100, 0.25, 0.24, 0.05), 7: Group(900, 0.75, 0.76, 0.02)}
    first, second = tmp_path / "1.svg", tmp_path / "2.svg"
    for path in (first, second):
        save_plot({"2p": found, "teams": found}, path)
    text = first.read_text("utf-8")
    assert all(word in text for word in (">2p<", ">teams<", ">predicted chance<", ">share won<"))
    assert text == second.read_text("utf-8")
