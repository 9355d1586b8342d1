"""Positions play on: placing from one, and rounds and matches that begin with one."""

import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import punto
from punto import (
    EDITIONS,
    MODES,
    Card,
    Match,
    Position,
    PuntoError,
    Round,
    RoundEnded,
    TurnedUp,
    TurnError,
    UnreadableError,
)
from punto.notation.position import read_position, write_position
from punto.rules.card import read_cards

from .dealing import played_match

SEED = bytes(range(32))


def matches(mode: str, *, open_cards: bool = False) -> Iterator[Match]:
    for number, edition in enumerate(EDITIONS):
        yield Match(
            mode,
            edition=edition,
            start=1,
            seed=bytes([number]) * 32,
            rounds_to_win=2,
            open_cards=open_cards,
        )


@pytest.mark.unmeasured
@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_a_position_leads_where_the_match_goes_card_by_card(mode: str, open_cards: bool) -> None:
    chance, ends = Random(5), Counter[str]()
    for match in matches(mode, open_cards=open_cards):
        while not match.over:
            position, number = match.position(), match.round_number
            cell = chance.choice(match.legal_cells)
            followed = match.play(cell)
            ended = [event for event in followed if isinstance(event, RoundEnded)]
            until = followed.index(ended[0]) if ended else len(followed)
            up = [event.card for event in followed[:until] if isinstance(event, TurnedUp)]
            after = position.after(cell, next_card=up[0] if up else None)
            assert after == match.at(number).position()
            assert (after.seat is None) is bool(ended)
            if len(after.table) % 16 == 0:
                assert read_position(write_position(after)) == after
            ends.update(event.end.kind for event in ended)
    assert len(ends) > 1


def test_without_the_next_card_it_is_unknown_until_it_is_turned_up() -> None:
    match = Match("2p", start=1, seed=SEED)
    before = match.position()
    after = before.after("f6")
    match.place("f6")
    assert (after.seat, after.card, after.legal_cells) == (2, None, ())
    assert after.possible_cards(2) == set(after.unseen[1])
    assert after.turned_up(str(match.card)) == match.position()
    with pytest.raises(TurnError, match="not turned up"):
        after.after("g6")
    assert before == Match("2p", start=1, seed=SEED).position()


def test_a_card_that_cannot_come_is_refused() -> None:
    position = Match("2p", start=1, seed=SEED).position()
    with pytest.raises(UnreadableError, match="seat 2 can still have"):
        position.after("f6", next_card="R1")
    with pytest.raises(TurnError, match="no unknown card"):
        position.turned_up("R1")
    with pytest.raises(PuntoError) as caught:
        position.after("g6")
    assert caught.value.code == "not-origin"


def test_a_line_turns_up_no_card_and_counts() -> None:
    puzzle = Round("4p", ["R5", "O1", "B1", "G1"], table="f6:R3,g6:R8,h6:R4,i6:B4").position()
    won = puzzle.after("i6")
    assert (won.seat, won.score.wins, won.score.removed[0]) == (None, (1, 0, 0, 0), (Card("R8"),))
    with pytest.raises(UnreadableError, match="nobody turns one up"):
        puzzle.after("i6", next_card="O1")
    with pytest.raises(TurnError, match="round is over"):
        won.after("f6")


def test_a_stalemate_ends_the_round_and_shows_the_card() -> None:
    table = "f6:R9,g6:O9"
    puzzle = Round("2p", ["R1 R2", "B1 B2"], table=table).position()
    empty = puzzle.after("f7", next_card="B1").after("g7", next_card="R2").after("f8")
    over = empty.turned_up("B2").after("g8")
    assert (over.seat, over.decks, over.score.wins) == (None, (0, 0), (0, 0))


@pytest.mark.slow
@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_a_match_from_a_position_has_that_position_and_plays_to_its_end(
    mode: str, open_cards: bool
) -> None:
    chance = Random(3)
    for whole in matches(mode, open_cards=open_cards):
        positions = []
        while not whole.over:
            positions.append(whole.position())
            whole.place(chance.choice(whole.legal_cells))
        for position in positions[5::31]:
            match = Match.from_position(position, seed=SEED)
            assert match.position() == position
            assert match.origin == position
            assert match.round_number == position.round_number
            play_to_the_end(match, chance)
            wins = (
                was <= now for was, now in zip(position.score.wins, match.score.wins, strict=True)
            )
            assert all(wins)
            assert eval(repr(match), vars(punto)) == match
            assert pickle.loads(pickle.dumps(match)) == match
            while match.events and not at_start(match):
                match.undo()
            assert match.position() == position


def at_start(match: Match) -> bool:
    return match.round_number == (match.origin or match.position()).round_number and not (
        match.round.ply
    )


def play_to_the_end(match: Match, chance: Random) -> None:
    while not match.over:
        match.place(chance.choice(match.legal_cells))
        if len(match.table) == 20:
            position = match.position()
            assert read_position(write_position(position)) == position


@pytest.mark.parametrize("mode", MODES)
def test_with_its_own_decks_the_round_goes_on_as_it_did(mode: str) -> None:
    whole = played_match(mode, "nordic-2019", 2)
    at = whole.at(2, 7)
    decks = [at.round.cards_left(seat) for seat in at.mode.seats]
    match = Match.from_position(at.position(), deals=[decks])
    alone = Round.from_position(at.position(), decks)
    for placement in whole.rounds[1].placements[7:]:
        assert match.position().table == alone.table
        assert match.place(placement.cell) == placement == alone.place(placement.cell)
    assert match.rounds[0].end == alone.end == whole.rounds[1].end
    assert match.score == whole.at(2).score
    if not match.over:
        with pytest.raises(TurnError, match="has not been dealt"):
            match.place("f6")
        match.deal(whole.rounds[2].decks)
        assert match.position() == whole.at(3, 0).position()
        assert eval(repr(match), vars(punto)) == match


@pytest.mark.parametrize("mode", MODES)
def test_decks_are_drawn_by_the_seed_from_what_is_unseen(mode: str) -> None:
    position = played_match(mode, "english-2018", 2).at(2, 9).position()
    drawn = [Round.from_position(position, seed=bytes([number]) * 32) for number in range(8)]
    assert len({round_.decks for round_ in drawn}) == 8
    assert drawn[1] == Round.from_position(position, seed=bytes([1]) * 32)
    assert drawn[1].decks == Match.from_position(position, seed=bytes([1]) * 32).round.decks
    for round_ in drawn:
        assert round_.card == position.card
        assert tuple(map(len, round_.decks)) == position.decks
        for side, unseen in zip(position.mode.sides, position.unseen, strict=True):
            held = Counter(
                card
                for seat in side.seats
                for card in round_.decks[seat - 1]
                if card is not None and card.colour in side.colours
            )
            held -= Counter(filter(None, (position.face_up[seat - 1] for seat in side.seats)))
            assert held == Counter(unseen)
        for seat in position.mode.seats:
            kept = Counter(position.kept[seat - 1])
            assert kept <= Counter(round_.decks[seat - 1])


def test_a_random_seed_is_the_default() -> None:
    position = Match("2p", start=1, seed=SEED, cells="f6 g7").position()
    assert Round.from_position(position).decks != Round.from_position(position).decks
    assert Match.from_position(position).seed != Match.from_position(position).seed


def late() -> Position:
    """A position that lacks most cards, as in a puzzle."""
    return read_position(
        "3p english-2018 2 - 2 1:0:0 R9:-:- f6:R3,g6:O1,h7:B2 1 R5:-:- 2:2:2 R7:O4:B1 "
        "0:1:1 -:-:- G1123"
    )


def test_cards_that_a_position_lacks_stay_away() -> None:
    match = Match.from_position(late(), deals=[["R5 R7", "O4 G1", "B1 G2"]])
    assert match.position() == late()
    while match.seat is not None:
        match.place(match.legal_cells[-1])
    match.deal(None)
    dealt = match.possible_cards(1) | match.possible_cards(2) | match.possible_cards(3)
    assert dealt
    assert dealt <= set(read_cards("R3 R5 R7 O1 O4 B1 B2 G1 G2 G3"))


@pytest.mark.parametrize(
    ("decks", "expected"),
    [
        (["R5 R7", "O4 G1"], "3 decks"),
        (["R5", "O4 G1", "B1 G1"], "2 cards for seat 1"),
        (["R7 R5", "O4 G1", "B1 G1"], "R5 on top"),
        (["R5 R8", "O4 G1", "B1 G1"], "R8 no more often"),
        (["R5 R7", "O4 O5", "B1 G1"], "O5 no more often"),
        (["R5 G1", "O4 G1", "B1 G2"], "0 neutral cards for seat 1"),
        (["R5 R7", "O4 G9", "B1 G1"], "G9 no more often"),
    ],
)
def test_decks_that_contradict_the_position_are_refused(decks: list[str], expected: str) -> None:
    for play_on in (
        lambda: Round.from_position(late(), decks),
        lambda: Match.from_position(late(), deals=[decks]),
    ):
        with pytest.raises(UnreadableError, match=expected) as caught:
            play_on()
        assert caught.value.code == "unreadable-deal"


def test_unknown_cards_may_stay_unknown() -> None:
    match = Match.from_position(late(), deals=[["? ?", "? G1", "B1 ?"]])
    assert match.card == Card("R5")
    assert match.position() == late()
    match.place("f7")
    assert match.possible_cards(2) == {Card("O4"), Card("G1"), Card("G2"), Card("G3")}
    match.turn_up("O4")
    match.place("g7")
    assert eval(repr(match), vars(punto)) == match


def test_what_cannot_be_played_on_is_refused() -> None:
    over = Match("2p", start=1, seed=SEED, rounds_to_win=1)
    play_to_the_end(over, Random(1))
    for play_on in (Round.from_position, Match.from_position):
        with pytest.raises(TurnError) as caught:
            play_on(over.position())
        assert caught.value.code == "round-over"
    with pytest.raises(UnreadableError, match="both"):
        Match.from_position(late(), deals=[["R5 R7", "O4 G1", "B1 G1"]], seed=SEED)
    with pytest.raises(UnreadableError, match="both"):
        Round.from_position(late(), ["R5 R7", "O4 G1", "B1 G1"], seed=SEED)


def test_a_match_from_a_position_has_no_record() -> None:
    match = Match.from_position(late(), seed=SEED)
    with pytest.raises(UnreadableError) as caught:
        punto.Record(match, ["Ada", "Ben", "Cleo"], "2026-11-17")
    assert caught.value.code == "unreadable-match"
