"""Positions with the moves that were played from them."""

from random import Random

import pytest

from punto import ORIGIN, Match, PuntoError, write_position
from punto.protocol.played_position import read_played_position


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", ["2p", "3p", "4p", "teams"])
def test_moves_lead_to_the_position_that_the_match_has(mode: str, open_cards: bool) -> None:
    match = Match(mode, start=1, seed="07" * 32, open_cards=open_cards)
    random, start, words = Random(mode), write_position(match.position()), []
    while match.round_number == 1 and len(match.table) < 20:
        placing = match.seat
        assert placing is not None
        words.append(str(match.place(random.choice(match.legal_cells))))
        turning = placing if open_cards else match.seat
        assert turning is not None
        words.append(str(match.position().face_up[turning - 1]))
        found = read_played_position([*start.split(), "moves", *words])
        assert found == match.position()
    assert len(words) > 20
    if not open_cards:  # a placement turns its own card up
        brief = [word for word in words if len(word) > 2]
        assert read_played_position([*start.split(), "moves", *brief, words[-1]]) == found


def test_the_start_has_no_card_yet_in_any_mode_and_edition() -> None:
    for mode in ("2p", "3p", "4p", "teams"):
        position = read_played_position(["startpos", mode, "nordic-2019"])
        assert (position.seat, position.card, position.edition.name) == (1, None, "nordic-2019")
        assert position.turned_up("R1").legal_cells == (ORIGIN,)
    assert read_played_position(["startpos"]).mode.name == "2p"


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        ("", "unreadable-position", "expected startpos, or 15 fields, got nothing"),
        ("fen", "unreadable-position", "expected startpos, or 15 fields, got nothing"),
        ("nonsense", "unreadable-position", "expected 15 fields"),
        ("startpos 2p english-2018 x", "unreadable-position", "a mode and an edition"),
        ("startpos 5p", "unreadable-mode", "expected one of 2p"),
        ("startpos moves R8@f6 R7@f7", "unreadable-card", "'R7@f7' (number 2): card: expected one"),
        ("startpos moves R8@f7", "not-origin", "(number 1)"),
        ("startpos moves R8@f6 B3xf7", "unreadable-move", "B3xf7, but nothing lies on f7"),
        ("startpos moves R8@f6 B9@f6", "unreadable-move", "the R8 lies on f6"),
        ("startpos moves R8 R7@f6", "unreadable-card", "expected R8, got 'R7'"),
        ("startpos moves R8 R7", "card-known", "(number 2)"),
        ("startpos moves R8@f6 R3", "unreadable-card", "'R3' (number 2): card: expected one that"),
        ("startpos moves R8@f6 B3 B4", "card-known", "'B4' (number 3)"),
        (
            "startpos moves R1@f6 B1@f7 R2@g6 B2@g7 R3@h6 B3@h7 R4@i6 B4@i7 R5@j6 B5",
            "unreadable-next-card",
            "'B5' (number 10): next card: expected none",
        ),
        ("startpos moves R8@z9", "unreadable-cell", "(number 1)"),
        (
            "startpos moves R1@f6 B1@f7 R2@g6 B2@g7 R3@h6 B3@h7 R4@i6 B4@i7 R5@j6 B5@j7",
            "round-over",
            "the next one needs a new position",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_the_word_that_is_wrong(
    text: str, code: str, why: str
) -> None:
    with pytest.raises(PuntoError) as caught:
        read_played_position(text.split())
    assert caught.value.code == code
    assert why in caught.value.sentence
