"""Whether a position that somebody wrote down can be one."""

from dataclasses import replace
from typing import Any

import pytest

from punto import EDITIONS, MODES, Card, Position, Score, Table, UnreadableError
from punto.rules.validate_position import validate_position

from .dealing import played_match
from .pictures import FULL_SQUARE

R1, R9, O1, B1, G1 = map(Card, ("R1", "R9", "O1", "B1", "G1"))


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
