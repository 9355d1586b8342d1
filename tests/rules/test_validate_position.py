"""Whether a position that somebody wrote down can be one."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto import EDITIONS, MODES, Card, Match, Position, Score, Table, UnreadableError
from punto.rules.card import cards_of
from punto.rules.kernel import COMPILED
from punto.rules.validate_position import validate_position

from .dealing import played_match
from .pictures import FULL_SQUARE, table_text
from .policies import POLICIES, mixed

R1, R9, O1, B1, G1 = map(Card, ("R1", "R9", "O1", "B1", "G1"))


@pytest.mark.unmeasured
@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_every_position_that_play_leads_to_is_plausible(
    mode: str, edition: str, open_cards: bool
) -> None:
    whole = played_match(mode, edition, 1, open_cards=open_cards)
    for number, round_ in enumerate(whole.rounds, start=1):
        for ply in range(0, len(round_.placements) + 1, 7):
            validate_position(whole.at(number, ply).position())
    validate_position(whole.position())


@pytest.mark.slow
@settings(deadline=None, max_examples=24 if COMPILED else 8)
@given(
    mode=st.sampled_from(sorted(MODES)),
    edition=st.sampled_from(sorted(EDITIONS)),
    open_cards=st.booleans(),
    policy=st.sampled_from(sorted(POLICIES)),
    chance=st.randoms(use_true_random=False),
)
def test_every_position_of_any_play_is_accepted(
    mode: str, edition: str, open_cards: bool, policy: str, chance: Random
) -> None:
    match = Match(mode, edition=edition, seed=chance.randbytes(32), open_cards=open_cards)
    choose = mixed([policy], chance)
    while not match.over and match.round_number < 4:
        validate_position(match.position())
        stacks = {
            (cell.column, cell.row): list(map(str, cards))
            for cell, cards in match.table.stacks().items()
        }
        assert match.card is not None
        match.place(choose(list(match.legal_cells), match.card, stacks, chance))
    for number in range(1, match.round_number + 1):
        validate_position(match.at(number).position())


def first(mode: str) -> Position:
    return played_match(mode, "english-2018", 1).at(1, 0).position()


def second(mode: str) -> Position:
    return played_match(mode, "english-2018", 1).at(2, 4).position()


def refusal(position: Position, **changes: Any) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        validate_position(replace(position, **changes))
    return caught.value


def test_every_round_won_took_one_card_out() -> None:
    position = first("4p")
    for score in (
        Score((1, 0, 0, 0), ((), (), (), ())),
        Score((0, 0, 0, 0), ((R1,), (), (), ())),
    ):
        assert refusal(position, score=score).code == "unreadable-removed"


def test_a_side_removes_only_cards_of_its_own() -> None:
    score = Score((1, 0, 0, 0), ((B1,), (), (), ()))
    error = refusal(first("4p"), score=score)
    assert error.sentence == "removed: expected cards of R, got 'B1'"


def test_nobody_is_to_move_when_a_side_has_won_enough() -> None:
    score = Score((3, 0, 0, 0), ((R1, R1, R9), (), (), ()))
    assert refusal(first("4p"), score=score).sentence == (
        f"seat: expected nobody to move after the match, got {first('4p').seat}"
    )


@pytest.mark.parametrize("wins", [(4, 0), (3, 3)])
def test_one_side_at_most_has_won_and_not_more_than_enough(wins: tuple[int, int]) -> None:
    reds = tuple(map(Card, ("R1", "R2", "R3", "R4")))
    blues = tuple(map(Card, ("B1", "B2", "B3", "B4")))
    score = Score(wins, (reds[: wins[0]], blues[: wins[1]]))
    position = replace(first("2p"), seat=None, face_up=(None, None))
    assert refusal(position, score=score).code == "unreadable-wins"


def test_no_more_rounds_were_won_than_played() -> None:
    score = Score((1, 1, 0, 0), ((R1,), (O1,), (), ()))
    assert refusal(second("4p"), score=score).code == "unreadable-wins"


def test_the_seat_to_move_has_a_card_and_a_place_for_it() -> None:
    position = second("4p")
    assert position.seat is not None
    decks = list(position.decks)
    decks[position.seat - 1] = 0
    error = refusal(position, decks=tuple(decks))
    assert error.sentence == f"decks: expected a card for seat {position.seat} to play, got 0"
    face_up: list[Card | None] = [None] * 4
    face_up[position.seat - 1] = Card("ROBG"[position.seat - 1] + "1")
    error = refusal(position, face_up=tuple(face_up), table=Table(FULL_SQUARE))
    assert error.sentence.startswith("face-up: expected a card that has a legal cell")


def test_a_visible_card_is_one_of_its_deck() -> None:
    whole = played_match("4p", "english-2018", 1, open_cards=True).at(1, 0).position()
    assert whole.seat is not None
    other = whole.seat % 4
    decks = tuple(0 if seat == other else count for seat, count in enumerate(whole.decks))
    assert refusal(whole, decks=decks).sentence == (
        f"decks: expected at least the visible card of seat {other + 1}, got 0"
    )


def test_only_the_card_in_hand_is_seen_unless_cards_are_open() -> None:
    position = first("4p")
    assert position.seat is not None
    other = position.seat % 4
    face_up = list(position.face_up)
    face_up[other] = position.unseen[other][0]
    error = refusal(position, face_up=tuple(face_up))
    assert error.code == "unreadable-face-up"
    assert error.sentence.startswith(f"face-up: expected no visible card of seat {other + 1}")


def test_a_seat_shows_only_cards_that_it_can_have() -> None:
    position = first("4p")
    assert position.seat is not None
    face_up: list[Card | None] = [None] * 4
    face_up[position.seat - 1] = {1: O1}.get(position.seat, R1)
    assert refusal(position, face_up=tuple(face_up)).code == "unreadable-face-up"


@pytest.mark.parametrize("mode", MODES)
def test_the_decks_of_a_side_hold_what_is_unseen_of_it(mode: str) -> None:
    position = second(mode)
    unseen = (position.unseen[0][1:], *position.unseen[1:])
    assert refusal(position, unseen=unseen).code == "unreadable-unseen"
    unseen = (
        (*position.unseen[0][:-1], Card("B9" if mode != "3p" else "O9")),
        *position.unseen[1:],
    )
    assert refusal(position, unseen=unseen).code == "unreadable-unseen"
    decks = (position.decks[0] + 1, *position.decks[1:])
    assert refusal(position, decks=decks).code == "unreadable-unseen"


def test_a_seat_has_at_least_the_neutral_cards_that_it_is_known_to_have() -> None:
    position = first("3p")
    decks = (position.decks[0] - 6, *position.decks[1:])
    error = refusal(
        position,
        decks=decks,
        neutrals=(0, 6, 6),
        kept=((G1,), (), ()),
        unseen_neutrals=position.unseen_neutrals[1:],
    )
    assert error.sentence == "neutrals: expected at least 1 for seat 1, got 0"


def test_there_are_enough_neutral_cards_for_what_the_seats_have() -> None:
    position = first("3p")
    assert refusal(position, unseen_neutrals=position.unseen_neutrals[5:]).code == (
        "unreadable-unseen-neutrals"
    )


@pytest.mark.parametrize(
    ("mode", "card", "expected"), [("3p", R1, "cards of G"), ("2p", G1, "no cards")]
)
def test_neutral_cards_are_of_the_neutral_colour_where_there_is_one(
    mode: str, card: Card, expected: str
) -> None:
    position = first(mode)
    error = refusal(position, unseen_neutrals=(card,))
    assert error.sentence == f"unseen-neutrals: expected {expected}, got '{card}'"
    error = refusal(position, kept=((card,), *position.kept[1:]))
    assert error.sentence == f"kept: expected {expected}, got '{card}'"


def test_no_card_is_there_a_third_time() -> None:
    position = first("4p")
    table = Table("f6:R1")
    error = refusal(position, table=table)
    assert error.sentence == "cards: expected R1 at most 2 times, got 3"


def in_play(mode: str, table: str, seat: int) -> Position:
    """Put cards of a first position on the table, and make it the turn of a seat."""
    position = first(mode)
    laid = Table(table)
    face_up: list[Card | None] = [None] * len(position.decks)
    seen = Counter(laid.cards)
    decks = list(position.decks)
    unseen = []
    for side in position.mode.sides:
        own = Counter(card for colour in side.colours for card in cards_of(colour)) - seen
        unseen.append(tuple(sorted(own.elements())))
        held = own.total()
        for place, member in enumerate(side.seats):
            decks[member - 1] = held // len(side.seats) + (place < held % len(side.seats))
    neutral = () if position.mode.neutral is None else cards_of(position.mode.neutral)
    spare = tuple(sorted((Counter(neutral) - seen).elements()))
    return replace(
        position,
        table=laid,
        seat=seat,
        face_up=tuple(face_up),
        decks=tuple(decks),
        unseen=tuple(unseen),
        neutrals=(0,) * len(decks),
        unseen_neutrals=spare,
    )


ENDED_LINES = [
    ("2p", "R1 R2 R3 R4 R5\nB1 B2 B3 B4 G5", 1, "R1 R2 R3 R4 R5 from f7 to j7"),
    ("teams", "B1 B2 B3 B4 B5 B6\nR1 O2 R3 R4 R5 O5", 1, "B1 B2 B3 B4 B5 B6 from f7 to k7"),
    ("4p", "R1 R2 R3 R4\nO1 O2 O3 B4\nB1 B2 G4 G5\nB3 O5 G1 G2", 1, "R1 R2 R3 R4 from f9 to i9"),
    ("3p", "O1 G2 R3\nG1 O2 G4\nB1 B2 O3\nR1 R2 R5 O4", 1, "O4 O3 O2 O1 from i6 to f9"),
]


@pytest.mark.parametrize(("mode", "picture", "seat", "line"), ENDED_LINES)
def test_no_finished_line_lies_on_the_table_while_play_goes_on(
    mode: str, picture: str, seat: int, line: str
) -> None:
    error = refusal(in_play(mode, table_text(picture), seat))
    assert error.code == "unreadable-table"
    assert error.sentence == f"table: expected no finished line in {mode}, got {line}"


def test_a_row_of_the_neutral_colour_is_no_line() -> None:
    validate_position(in_play("3p", table_text("G1 G2 G3 G4\nR1 O1 B1 ."), 2))


@pytest.mark.parametrize(
    ("mode", "table", "seat", "reason"),
    [
        ("2p", "f6:R1,g6:O2,h6:R3", 1, "1 card of side 1 before the turn of seat 1, got 3"),
        ("2p", "f6:R1,g6:O2,h6:B3", 1, "1 card of side 1 before the turn of seat 1, got 2"),
        ("4p", "f6:R1,g6:O2,h6:O3", 4, "1 card of side 2 before the turn of seat 4, got 2"),
        ("4p", "f6:O1", 1, "0 cards of side 2 before the turn of seat 1, got 1"),
        ("teams", "f6:R1,g6:O2,h6:B3", 1, "1 card of side 1 before the turn of seat 1, got 2"),
        ("3p", "f6:O1,g6:O2", 1, "1 card at most of side 2 before the turn of seat 1, got 2"),
    ],
)
def test_a_side_that_laid_more_or_fewer_cards_than_it_had_turns_is_refused(
    mode: str, table: str, seat: int, reason: str
) -> None:
    error = refusal(in_play(mode, table, seat))
    assert (error.code, error.sentence) == ("unreadable-table", f"table: expected {reason}")


@pytest.mark.parametrize(
    ("mode", "table", "seat"),
    [
        ("2p", "f6:R1B2", 1),
        ("2p", "f6:R1B2", 2),
        ("2p", "f6:R1,g6:O2,h6:B3", 2),
        ("2p", "f6:R1,g6:B2,h6:B3", 1),
        ("3p", "f6:R1,g6:O2,h6:G2", 1),
        ("3p", "f6:G1,g6:G2,h6:G2", 3),
        ("4p", "f6:R1,g6:O2,h6:B3", 4),
        ("4p", "f6:R1,g6:O2,h6:G3", 3),
        ("teams", "f6:R1,g6:O2,h6:B3", 4),
        ("teams", "f6:R1,g6:O2,h6:B3,i6:G1", 3),
    ],
)
def test_any_seat_may_have_begun(mode: str, table: str, seat: int) -> None:
    validate_position(in_play(mode, table, seat))


def test_when_nobody_is_to_move_the_cards_fit_some_order_of_turns() -> None:
    over = replace(in_play("2p", "f6:R1,g6:B2,h6:B3", 1), seat=None)
    validate_position(over)
    error = refusal(replace(over, table=Table("f6:R1,g6:O2,h6:R3")), unseen=((), ()), decks=(0, 0))
    assert error.sentence == (
        "table: expected as many cards of every side as it had turns, got 3 of side 1, 0 of side 2"
    )


def test_when_nobody_is_to_move_one_side_at_most_has_finished_lines() -> None:
    whole = played_match("4p", "english-2018", 1)
    ended = next(
        whole.at(number)
        for number, round_ in enumerate(whole.rounds, start=1)
        if round_.end is not None and round_.end.kind == "line"
    )
    validate_position(replace(ended.position(), seat=None, face_up=(None,) * 4))
    both = table_text("R1 R2 R3 R4\nO1 O2 O3 O4\nB1 G1 B2 G2\nG3 B3 G4 B4")
    error = refusal(replace(in_play("4p", both, 1), seat=None))
    assert error.sentence == (
        "table: expected lines that one card has finished, got "
        "R1 R2 R3 R4 from f9 to i9, O1 O2 O3 O4 from f8 to i8"
    )


def crossing(first_cell: str) -> Position:
    """Two red lines that cross on f6, where the first card of the round was placed."""
    table = f"f6:{first_cell},g6:R2,h6:R3,i6:R4,f7:R5,f8:R6,f9:R7"
    return replace(in_play("4p", table, 2), seat=None)


def test_the_card_that_finished_all_lines_can_have_been_the_last() -> None:
    error = refusal(crossing("R9"))
    assert error.sentence.startswith("table: expected lines that one card has finished, got R9")
    error = refusal(crossing("B8R9"))
    assert error.sentence.startswith("table: expected as many cards of every side as it had turns")
