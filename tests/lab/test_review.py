"""A review finds what was given away, and ignores what may be noise."""

from itertools import count

import pytest

from punto import Match
from punto.lab.futures import outlook
from punto.lab.review import moments, review

from .samples import BLUNDER, WINNING, blunder, judgement, told

SIMULATIONS = 100


def test_a_missed_line_is_the_turning_point() -> None:
    steps = count()
    found = review(blunder(), SIMULATIONS, jobs=2, advance=lambda: next(steps))
    assert next(steps) == len(found.judgements) == len(blunder().stage.round.placements)
    assert [one.moment.ply for one in found.judgements] == list(range(13))
    worst = found.turning_points(1)[0]
    assert (worst.moment.round_number, worst.moment.ply, worst.side) == (1, BLUNDER, 1)
    assert worst.better in WINNING
    assert worst.best.chances == (1.0, 0.0, 0.0, 0.0)
    assert 0.2 < worst.gave_away <= 1
    assert found.given_away(1) >= worst.gave_away
    for one in found.judgements:
        for look in (one.analysis.best, one.played, one.best):
            assert sum(look.chances) <= 1 + 1e-9
            assert all(0 <= chance <= 1 for chance in look.chances)


def test_the_same_seed_gives_the_same_review_whatever_the_jobs() -> None:
    match = blunder().at(1, 3)
    one, two = (review(match, 30, seed=5, jobs=jobs) for jobs in (1, 2))
    assert one.judgements == two.judgements


def test_positions_that_are_judged_know_only_what_was_known() -> None:
    for moment in moments(blunder()):
        position = moment.position
        assert position.card == moment.placement.card
        assert sum(card is not None for card in position.face_up) == 1
        assert position == blunder().at(1, moment.ply).position()


def test_a_difference_within_the_errors_is_nothing() -> None:
    moment = next(moments(blunder()))
    noise = judgement(moment, 0.50, 0.51, error=0.01)
    assert (noise.gave_away, noise.better) == (0, None)
    loss = judgement(moment, 0.50, 0.53, error=0.01)
    assert loss.gave_away == pytest.approx(0.03)
    assert loss.error == pytest.approx(0.01414, abs=1e-4)
    assert loss.better == moment.placement.cell
    assert judgement(moment, 0.6, 0.5).gave_away == 0


def test_turning_points_are_the_worst_first_and_not_too_many() -> None:
    found = told(blunder(), 0.1, 0, 0.3, 0.001, 0.2)
    assert [one.moment.ply for one in found.turning_points(5)] == [2, 4, 0]
    assert [one.moment.ply for one in found.turning_points(2)] == [2, 4]
    assert found.turning_points(0) == []
    assert found.given_away(1) == pytest.approx(0.3)
    assert found.given_away(2) == 0


def test_moments_go_through_all_rounds_in_order() -> None:
    match = Match("2p", start=1, seed="03" * 32)
    while match.round_number < 2:
        match.place(match.legal_cells[0])
    match.place(match.legal_cells[0])
    found = [(moment.round_number, moment.ply) for moment in moments(match)]
    assert found == sorted(found)
    assert found[-1] == (2, 0)
    assert len(found) == 1 + len(match.rounds[0].placements)


def test_a_placement_that_ends_the_round_is_weighed_without_a_search() -> None:
    match = blunder().at(1, BLUNDER)
    for cell in WINNING:
        found = outlook(match.position(), cell, 1, seed=1)
        assert (found.chances, found.errors) == ((1.0, 0.0, 0.0, 0.0), (0.0,) * 4)
