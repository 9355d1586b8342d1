"""Decks that nobody wrote down: cards are named as they come."""

import pytest

from punto import MODES, Card, Colour, Match, Round, TurnedUp, TurnError, UnreadableError

from .dealing import played_match, won_by_line
from .pictures import FULL_SQUARE


def unknown(mode: str = "2p") -> Match:
    match = Match(mode, start=1, deals=[])
    match.deal(None)
    return match


def test_a_card_that_was_not_turned_up_cannot_be_placed() -> None:
    match = unknown()
    assert (match.seat, match.card, match.legal_cells) == (1, None, ())
    with pytest.raises(TurnError) as caught:
        match.place("f6")
    assert caught.value.code == "card-unknown"
    assert caught.value.sentence == "seat 1 has not turned up its card yet"
    match.turn_up("R7")
    assert match.card == Card("R7")
    match.place("f6")
    assert match.table["f6"] == Card("R7")
    assert match.seat == 2


def test_a_known_card_cannot_be_turned_up_or_stalled() -> None:
    match = unknown()
    match.turn_up("R7")
    before = match.copy()
    with pytest.raises(TurnError) as caught:
        match.turn_up("R8")
    assert caught.value.code == "card-known"
    with pytest.raises(TurnError, match="no unknown card is waiting to be turned up"):
        match.stall()
    assert match == before


@pytest.mark.parametrize("card", ["B1", "X1", "", None])
def test_a_card_that_the_seat_cannot_have_is_refused_and_nothing_changes(card: str) -> None:
    match = unknown()
    before = match.copy()
    with pytest.raises(UnreadableError):
        match.turn_up(card)
    assert match == before
    assert match.card is None


def test_a_third_copy_of_a_card_is_refused() -> None:
    match = unknown()
    for card in ("R1", "B1", "R1", "B1"):
        match.turn_up(card)
        match.place(match.legal_cells[-1])
    with pytest.raises(UnreadableError, match="R1"):
        match.turn_up("R1")
    match.turn_up("R2")


def test_a_card_that_left_the_match_cannot_be_turned_up() -> None:
    match = won_by_line("2p", start=1, seat=1)
    assert match.score.removed[0] == (Card("R5"),)
    match.deal(None)
    for card in ("B1", "R5", "B2"):
        match.turn_up(card)
        match.place(match.legal_cells[-1])
    with pytest.raises(UnreadableError, match="R5"):
        match.turn_up("R5")


def test_a_seat_cannot_turn_up_more_neutral_cards_than_it_was_dealt() -> None:
    match = unknown("3p")
    for turn in range(6):
        for card in (f"G{turn + 1}", f"O{turn + 1}", f"B{turn + 1}"):
            match.turn_up(card)
            match.place(match.legal_cells[turn % 2])
    with pytest.raises(UnreadableError, match="G7"):
        match.turn_up("G7")


def test_a_turned_up_card_without_a_cell_ends_the_round() -> None:
    round_ = Round("2p", ["? ?", "? ?"], table=FULL_SQUARE)
    round_.turn_up("R4")
    assert round_.end is not None
    assert (round_.end.seat, round_.end.stuck) == (1, Card("R4"))


def test_a_round_may_end_at_a_card_that_nobody_wrote_down() -> None:
    round_ = Round("4p", ["?", "?", "?", "?"], start=3, table="f6:R1,g6:R2,h6:R3")
    round_.stall()
    assert round_.end is not None
    assert (round_.end.kind, round_.end.seat, round_.end.winner) == ("stalemate", 3, 1)
    assert round_.end.stuck is None
    assert round_.over


def test_a_stalled_round_leads_to_the_next_deal() -> None:
    match = unknown("4p")
    match.turn_up("R1")
    match.place("f6")
    match.stall()
    assert match.last_end is not None
    assert (match.last_end.kind, match.last_end.seat) == ("draw", 2)
    assert match.coming_start == 3
    match.deal(None)
    assert (match.round_number, match.seat) == (2, 3)


@pytest.mark.parametrize("mode", MODES)
def test_unknown_decks_have_the_sizes_that_known_ones_would_have(mode: str) -> None:
    seeded = played_match(mode, "english-2018", 2)
    told = Match(mode, start=seeded.start, deals=[], rounds_to_win=3)
    for round_ in seeded.rounds:
        told.deal(None)
        assert told.position().decks == tuple(map(len, round_.decks))
        for placement in round_.placements:
            told.turn_up(placement.card)
            told.place(placement.cell, seat=placement.seat)
        if round_.end is not None and round_.end.stuck is not None:
            told.turn_up(round_.end.stuck)
        assert told.last_end == round_.end
    assert told.score == seeded.score


@pytest.mark.parametrize("mode", MODES)
def test_a_match_that_is_told_card_by_card_shows_the_same_as_the_one_that_knows(mode: str) -> None:
    seeded = Match(mode, start=1, seed=bytes(32))
    told = unknown(mode)
    for turn in range(20):
        assert seeded.card is not None
        told.turn_up(seeded.card)
        assert told.position() == seeded.position()
        assert told.events == seeded.events
        assert told.holds(1) == seeded.holds(1)
        cell = seeded.legal_cells[turn % 3]
        seeded.place(cell)
        told.place(cell)
        if seeded.round_number > 1:
            break


def test_turning_up_is_told_in_events() -> None:
    match = unknown()
    match.turn_up("O9")
    assert match.events[-1] == TurnedUp(1, Card("O9"))


def test_in_3p_an_unknown_deck_may_turn_up_the_neutral_colour() -> None:
    match = unknown("3p")
    match.turn_up("G1")
    assert match.card is not None
    assert match.card.colour is Colour.GREEN
    assert match.position().neutrals == (6, 6, 6)
    match.place("f6")
    assert match.position().neutrals == (5, 6, 6)
