"""Taking back: as far as the start of the match, and replaying to the same end."""

import pytest

from punto import EDITIONS, MODES, Match, Placement, TurnError, UnreadableError, View

from .dealing import line_cells, place_all, place_next, play_match, play_round, won_by_line


def everything_of(match: Match) -> tuple[object, ...]:
    return (
        repr(match),
        match.round_number,
        match.score,
        match.seat,
        match.card,
        match.events,
        seen(match),
    )


def seen(match: Match) -> list[View]:
    return [match.view(seat) for seat in (None, *match.mode.seats)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_undo_goes_back_to_the_start_over_all_rounds_and_a_replay_gives_an_equal_match(
    mode: str, edition: str
) -> None:
    match = Match(mode, edition=edition, start=2, seed=bytes(32), rounds_to_win=3)
    play_match(match)
    assert match.round_number > 2
    before, rounds = everything_of(match), match.rounds
    taken_back: list[Placement] = []
    while match.round_number > 1 or match.round.placements:
        taken_back.append(match.undo())
    assert everything_of(match) == everything_of(
        Match(
            mode,
            edition=edition,
            start=match.start,
            seed=match.seed,
            rounds_to_win=match.rounds_to_win,
        )
    )
    for placement in reversed(taken_back):
        assert (match.seat, match.card) == placement[:2]
        match.place(placement.cell, seat=placement.seat)
    assert everything_of(match) == before
    assert match.rounds == rounds


@pytest.mark.unmeasured
@pytest.mark.parametrize("mode", MODES)
def test_a_placement_taken_back_leaves_the_match_as_it_was_over_the_end_of_a_round_too(
    mode: str,
) -> None:
    match = Match(mode, start=1, seed=bytes(32), rounds_to_win=2)
    ends = 0
    while ends < 3 and not match.over:
        before, number = everything_of(match), match.round_number
        legal = match.legal_cells
        cell = legal[5 * len(match.stage.round.placements) % len(legal)]
        match.place(cell)
        ends += match.over or match.round_number > number
        assert match.undo().cell == cell
        assert everything_of(match) == before
        match.place(cell)
    assert ends >= 2


def test_there_is_nothing_to_take_back_before_the_first_placement() -> None:
    match = Match("2p", start=1, seed=bytes(32))
    with pytest.raises(TurnError) as caught:
        match.undo()
    assert caught.value.code == "nothing-to-undo"
    assert match == Match("2p", start=1, seed=bytes(32))


def test_undo_takes_a_won_match_back_into_play() -> None:
    match = won_by_line("3p", start=1, seat=2, rounds_to_win=1)
    assert match.over
    match.undo()
    assert (match.over, match.winner, match.seat) == (False, None, 2)
    assert match.score.wins == (0, 0, 0)


def test_after_an_undo_the_round_may_be_played_on_differently() -> None:
    match = won_by_line("2p", start=1, seat=1)
    match.undo()
    match.place("e6")
    match.undo()
    match.place("e7")
    assert match.last_end is None
    assert match.round_number == 1


def test_a_round_of_told_decks_that_is_won_differently_after_an_undo_waits_for_its_deal() -> None:
    match = won_by_line("4p", start=1, seat=1)
    match.deal(None)
    for _ in range(len(line_cells("4p", 1, 1).split())):
        match.undo()
    place_all(match, line_cells("4p", start=1, seat=3))
    assert match.last_end is not None
    assert match.last_end.winner == 3
    assert match.coming_start == 4


@pytest.mark.unmeasured
@pytest.mark.parametrize("mode", MODES)
def test_at_gives_the_match_as_it_stood_at_any_placement_of_any_round(mode: str) -> None:
    match = Match(mode, start=1, seed=bytes(32))
    stood = {}
    while not match.over and match.round_number < 4:
        ply = len(match.stage.round.placements)
        if ply % 6 == 0 or match.round_number == 1:
            stood[match.round_number, ply] = everything_of(match)
        place_next(match, stride=3)
    final = everything_of(match)
    for (number, ply), before in stood.items():
        assert everything_of(match.at(number, ply)) == before
    assert everything_of(match.at(match.round_number)) == everything_of(match) == final


def test_at_refuses_rounds_and_placements_that_were_not_played() -> None:
    match = Match("2p", start=1, seed=bytes(32), cells="f6 g6")
    with pytest.raises(UnreadableError, match="round: expected 1 to 1, got 2"):
        match.at(2)
    with pytest.raises(UnreadableError, match="ply: expected 0 to 2 in round 1, got 3"):
        match.at(1, 3)


def test_what_at_gives_may_be_played_on_to_another_end_and_another_start() -> None:
    match = won_by_line("4p", start=1, seat=1)
    assert match.coming_start == 2
    branch = match.at(1, 0)
    place_all(branch, line_cells("4p", start=1, seat=3))
    assert branch.last_end is not None
    assert branch.last_end.winner == 3
    assert branch.coming_start == 4
    assert match.coming_start == 2


def test_at_goes_its_own_way() -> None:
    match = Match("4p", start=1, seed=bytes(32))
    play_round(match)
    before, rounds = everything_of(match), match.rounds
    branch = match.at(1, 5)
    play_match(branch, stride=4)
    assert everything_of(match) == before
    assert match.rounds == rounds


def test_undo_before_the_first_deal_is_refused_and_the_deal_can_still_be_told() -> None:
    match = Match("2p", start=1, deals=[])
    with pytest.raises(TurnError, match="has not been dealt yet"):
        match.undo()
    match.deal(None)
    assert (match.round_number, match.seat) == (1, 1)
