"""Copies: what is done to one never shows in another."""

from collections.abc import Callable

import pytest

from punto import MODES, Match, PuntoError

from .dealing import play_round
from .test_undo import everything_of


def in_the_second_round(mode: str) -> Match:
    match = Match(mode, start=1, seed=bytes(32), rounds_to_win=3)
    play_round(match)
    match.place("f6")
    match.place("g6")
    return match


def place_one(match: Match) -> None:
    match.place(match.legal_cells[-1])


def finish_the_round(match: Match) -> None:
    play_round(match, stride=3)


def take_one_back(match: Match) -> None:
    match.undo()


def take_back_into_the_round_before(match: Match) -> None:
    for _ in range(6):
        match.undo()


def take_back_all_and_play_differently(match: Match) -> None:
    while match.round_number > 1 or match.round.placements:
        match.undo()
    play_round(match, stride=2)


CHANGES = [
    place_one,
    finish_the_round,
    take_one_back,
    take_back_into_the_round_before,
    take_back_all_and_play_differently,
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("mode", MODES)
def test_a_changed_copy_leaves_the_match_as_it_was(
    mode: str, change: Callable[[Match], None]
) -> None:
    match = in_the_second_round(mode)
    before, rounds = everything_of(match), list(map(repr, match.rounds))
    twin = match.copy()
    assert twin == match
    change(twin)
    assert twin != match
    assert everything_of(match) == before
    assert list(map(repr, match.rounds)) == rounds


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("mode", MODES)
def test_a_changed_match_leaves_its_copy_as_it_was(
    mode: str, change: Callable[[Match], None]
) -> None:
    match = in_the_second_round(mode)
    twin = match.copy()
    before, rounds = everything_of(twin), list(map(repr, twin.rounds))
    change(match)
    assert everything_of(twin) == before
    assert list(map(repr, twin.rounds)) == rounds


@pytest.mark.parametrize(
    "change",
    [
        lambda match: match.round.copy().place(match.legal_cells[0]),
        lambda match: match.round.copy().undo(),
        lambda match: match.rounds[0].copy().undo(),
        lambda match: match.rounds[0].placements.clear(),
        lambda match: match.table.copy().place("R9", "h6"),
        lambda match: match.table.copy().undo(),
        lambda match: match.table.cards.clear(),
        lambda match: match.position().table.copy().undo(),
        lambda match: match.holds(1).clear(),
    ],
)
def test_nothing_that_a_match_hands_out_leads_back_into_it(
    change: Callable[[Match], object],
) -> None:
    match = in_the_second_round("2p")
    before, rounds = everything_of(match), list(map(repr, match.rounds))
    change(match)
    assert everything_of(match) == before
    assert list(map(repr, match.rounds)) == rounds


@pytest.mark.parametrize(
    "change",
    [
        lambda match: match.round.place(match.legal_cells[0]),
        lambda match: match.round.undo(),
        lambda match: match.round.turn_up("R1"),
        lambda match: match.round.stall(),
        lambda match: match.rounds[0].undo(),
        lambda match: match.rounds[1].place(match.legal_cells[0]),
        lambda match: match.round.table.undo(),
        lambda match: match.round.copy().table.undo(),
        lambda match: match.table.place("R9", "h6"),
        lambda match: match.table.undo(),
        lambda match: match.position().table.undo(),
        lambda match: match.view(1).position.table.place("R9", "h6"),
    ],
)
def test_a_change_that_would_be_lost_is_refused(change: Callable[[Match], object]) -> None:
    match = in_the_second_round("2p")
    before = everything_of(match)
    with pytest.raises(PuntoError) as caught:
        change(match)
    assert caught.value.code == "read-only"
    assert caught.value.values["what"] in ("round", "table")
    assert "copy()" in caught.value.sentence
    assert everything_of(match) == before


def test_a_view_stays_as_it_was_when_the_match_goes_on() -> None:
    match = in_the_second_round("3p")
    view, shown = match.view(2), repr(match.view(2))
    play_round(match)
    assert repr(view) == shown


def test_the_deals_that_were_given_are_not_touched() -> None:
    decks = [list(deck) for deck in Match("2p", start=1, seed=bytes(32)).round.decks]
    kept = [list(deck) for deck in decks]
    match = Match("2p", start=1, deals=[decks])
    match.place("f6")
    assert decks == kept
    decks[0].clear()
    assert match.round.decks[0] == tuple(kept[0])


def test_a_copy_of_a_match_that_waits_for_its_deal_waits_by_itself() -> None:
    match = Match("2p", start=1, deals=[])
    twin = match.copy()
    twin.deal(None)
    assert (match.round_number, twin.round_number) == (0, 1)
