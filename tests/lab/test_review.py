"""A review finds what was given away, and ignores what may be noise."""

from dataclasses import replace
from itertools import count

import pytest

from punto import Match
from punto.engine import Kind, Reason
from punto.lab.futures import outlook
from punto.lab.review import accuracy_of, is_bad, judgements, moments, review

from .samples import BLUNDER, WINNING, analysis, blunder, estimate, judgement, told

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


def test_judgements_come_one_by_one_in_the_order_of_play() -> None:
    match = blunder().at(1, 4)
    stream = judgements(match, 20, seed=5, jobs=2)
    first = next(stream)
    assert first.moment.ply == 0
    assert (first, *stream) == review(match, 20, seed=5).judgements
    given_up = judgements(match, 20, seed=5)
    assert next(given_up) == first
    given_up.close()  # type: ignore[attr-defined]  # it is a generator


def test_accuracy_is_the_share_of_what_was_at_stake_that_was_kept() -> None:
    first, *_ = moments(blunder())
    best, worst = estimate(first.placement.cell, 0.8, 0.2), estimate(first.placement.cell, 0.3, 0.7)
    found = replace(judgement(first, 0.7, 0.8), analysis=analysis(first.position))
    found = replace(found, analysis=replace(found.analysis, estimates=(best, worst)))
    assert found.at_stake == pytest.approx(0.5)
    assert accuracy_of([found], 1) == pytest.approx(80)
    assert accuracy_of([found], 2) == 100  # it placed nothing
    flawless, hopeless = judgement(first, 0.8, 0.8), judgement(first, 0.1, 0.8)
    assert accuracy_of([flawless], 1) == 100
    assert accuracy_of([hopeless], 1) == 0  # worse than all that the analysis saw
    assert accuracy_of([hopeless, found], 1) == pytest.approx(100 * (1 - 0.8 / 1.2))


def test_a_review_knows_the_accuracy_of_each_seat() -> None:
    found = review(blunder(), SIMULATIONS)
    accuracies = [found.accuracy(seat) for seat in (1, 2, 3, 4)]
    assert min(accuracies) == accuracies[0] < 80
    assert all(0 <= each <= 100 for each in accuracies)


def test_what_is_lost_speaks_against_a_cell_only_if_it_is_ones_own() -> None:
    for kind in (Kind.COVERS, Kind.NARROWS):
        assert [is_bad(Reason(kind, side), 1) for side in (1, 2)] == [True, False]
    lost = [Reason(Kind.COUNTS, side, before=2, now=1) for side in (1, 2)]
    gained = Reason(Kind.COUNTS, 1, before=0, now=1)
    assert [is_bad(each, 1) for each in (*lost, gained)] == [True, False, False]
    assert not is_bad(Reason(Kind.REDUCES, 2), 1)
    assert is_bad(Reason(Kind.LEAVES, 2), 1)
