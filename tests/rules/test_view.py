"""A view: what the person at a seat, or a spectator, may know."""

import hashlib

import pytest

from punto import EDITIONS, MODES, Card, Colour, Match
from punto.rules.card import cards_of

from .dealing import (
    place_next,
    play_match,
    played_match,
    rising_decks,
    won_by_line,
)


def test_the_card_on_top_of_a_deck_is_turned_up_on_its_owners_turn_and_not_before() -> None:
    match = Match("4p", start=2, deals=[rising_decks("4p")])
    assert match.view(1).position.face_up == (None, Card("O1"), None, None)
    match.place("f6")
    for seat in (None, 1, 2, 3, 4):
        assert match.view(seat).position.face_up == (None, None, Card("B1"), None)
        assert match.view(seat).position.card == Card("B1")


@pytest.mark.parametrize("mode", MODES)
def test_only_the_seat_to_move_sees_legal_cells_and_its_turn(mode: str) -> None:
    match = Match(mode, start=1, seed=bytes(32), cells="f6 g6")
    for seat in match.mode.seats:
        view = match.view(seat)
        assert view.seat == seat
        assert view.is_my_turn is (seat == match.seat)
        assert view.legal_cells == (tuple(match.legal_cells) if seat == match.seat else ())
    spectator = match.view(None)
    assert (spectator.seat, spectator.is_my_turn, spectator.legal_cells) == (None, False, ())


@pytest.mark.parametrize("mode", MODES)
def test_all_seats_and_spectators_see_the_same_position_and_the_same_events(mode: str) -> None:
    match = played_match(mode, "german-2018", 1).at(2, 9)
    for seat in (None, *match.mode.seats):
        assert match.view(seat).position == match.position()
        assert match.view(seat).events == match.events
        assert match.view(seat).last_end == match.rounds[0].end


def test_the_seed_is_shown_when_the_match_is_over_and_its_sha_256_from_the_start() -> None:
    seed = bytes(range(32))
    match = Match("4p", start=1, seed=seed)
    promised = match.view(None).commitment
    assert promised == match.commitment == hashlib.sha256(seed).hexdigest()
    while not match.over:
        assert match.view(1).seed is None
        assert match.view(1).commitment == promised
        place_next(match)
    for view in (match.view(1), match.view(None)):
        assert view.seed == seed.hex()
        assert view.winner == match.winner
    match.undo()
    assert match.view(1).seed is None
    assert match.view(1).winner is None


def test_told_deals_have_no_seed_to_show() -> None:
    match = won_by_line("2p", start=1, seat=1, rounds_to_win=1)
    assert match.commitment is None
    assert (match.view(1).seed, match.view(1).commitment) == (None, None)


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_what_is_unseen_visible_and_removed_makes_up_all_cards_of_a_side(
    mode: str, open_cards: bool
) -> None:
    whole = played_match(mode, "nordic-2019", 2, open_cards=open_cards)
    for number in range(1, whole.round_number + 1):
        for ply in (0, 1, 5, 12):
            match = whole.at(number, ply)
            position = match.position()
            visible = [*position.table.cards, *filter(None, position.face_up)]
            for side, unseen in zip(match.mode.sides, position.unseen, strict=True):
                own = [card for card in visible if card.colour in side.colours]
                gone = position.score.removed[side.number - 1]
                assert sorted([*own, *unseen, *gone]) == [
                    card for colour in side.colours for card in cards_of(colour)
                ]


@pytest.mark.parametrize("mode", MODES)
def test_deck_and_neutral_counts_tell_what_every_seat_has_left(mode: str) -> None:
    whole = played_match(mode, "english-2018", 4)
    for number in range(1, whole.round_number + 1):
        match = whole.at(number, 11)
        position = match.position()
        for seat in match.mode.seats:
            left = match.round.cards_left(seat)
            assert position.decks[seat - 1] == len(left)
            assert position.neutrals[seat - 1] == sum(
                card is not None and card.colour is match.mode.neutral for card in left
            )


@pytest.mark.slow
def test_a_neutral_card_that_was_seen_to_be_kept_is_known_to_be_in_that_deck() -> None:
    found = 0
    for edition in EDITIONS:
        for number in range(60):
            match = played_match("3p", edition, number)
            for before, after in zip(match.rounds, range(2, match.round_number + 1), strict=False):
                assert before.end is not None
                stuck = before.end.stuck
                if stuck is not None and stuck.colour is Colour.GREEN:
                    seat = before.end.seat
                    position = match.at(after, 0).position()
                    known = [*position.kept[seat - 1], position.face_up[seat - 1]]
                    assert stuck in known
                    found += stuck in position.kept[seat - 1]
    assert found > 0


def test_a_position_without_a_round_in_play_shows_the_end_of_the_last_one() -> None:
    match = Match("2p", start=1, seed=bytes(32), rounds_to_win=1)
    ends = play_match(match)
    position = match.position()
    assert position.seat is position.card is None
    assert position.legal_cells == ()
    assert position.round_number == match.round_number
    assert position.score == match.score
    assert ends[-1] == match.view(1).last_end
