"""Which cards may be on top of a deck, as far as anybody can know."""

from collections import Counter
from dataclasses import replace

import pytest

from punto import EDITIONS, MODES, Card, Colour, Match, UnreadableError

from .dealing import five_neutrals_played, full_decks, place_all, played_match


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_possible_cards_hold_the_hidden_top_card_and_none_that_was_seen_twice(
    mode: str, edition: str
) -> None:
    whole = played_match(mode, edition, 5)
    for number in range(1, whole.round_number + 1):
        for ply in (0, 7, 14, 21):
            if ply > len(whole.rounds[number - 1].placements):
                continue
            match = whole.at(number, ply)
            position = match.position()
            seen = Counter(match.table.cards)
            for seat in match.mode.seats:
                possible = position.possible_cards(seat)
                left = match.round.cards_left(seat)
                assert set(left[:1]) <= match.possible_cards(seat) <= possible
                if seat == match.seat:
                    assert possible == {match.card}
                assert all(seen[card] < 2 for card in possible)
                assert colours(possible) <= {*match.mode.side_of(seat).colours, match.mode.neutral}


def test_a_seat_without_neutral_cards_can_turn_up_none_and_one_without_others_only_those() -> None:
    position = five_neutrals_played("english-2018").at(1, 6).position()
    covered = replace(position, face_up=(None, None, None))
    assert colours(covered.possible_cards(2)) == {Colour.ORANGE, Colour.GREEN}
    neutral_only = replace(covered, decks=position.neutrals)
    assert colours(neutral_only.possible_cards(2)) == {Colour.GREEN}
    own_only = replace(covered, neutrals=(0, 0, 0))
    assert colours(own_only.possible_cards(2)) == {Colour.ORANGE}


def test_a_card_of_which_both_copies_left_the_match_can_be_turned_up_by_nobody() -> None:
    decks = full_decks("3p", "R1 R2 R3 R4", "G1 O1 O2", "G1 B1 B2")
    match = Match("3p", edition="english-2018", start=1, deals=[decks])
    place_all(match, "f6 g6 h6 f7 g7 h7 f8 g8 h8 f9")
    match.deal(None)
    assert match.position().neutrals == (6, 5, 5)
    for seat in (1, 2, 3):
        greens = {card for card in match.possible_cards(seat) if card.colour is Colour.GREEN}
        assert greens == {Card(f"G{value}") for value in range(2, 10)}
    with pytest.raises(UnreadableError, match="seat: expected 1 to 3 in 3p, got 4"):
        match.possible_cards(4)


def colours(cards: set[Card]) -> set[Colour]:
    return {card.colour for card in cards}
