"""Texts that are no position, and positions that contradict themselves."""

import pytest

from punto import PuntoError, read_position, read_record, write_position

from .playing import moments
from .samples import SMALL, vector


def text_after(name: str, placements: int) -> str:
    for count, moment in enumerate(moments(read_record(vector(name)).match)):
        if count == placements:
            return write_position(moment.position())
    raise AssertionError


THREE = text_after(SMALL, 10)
OVER = text_after(SMALL, 26)
TWO = text_after("2p-german-2018-2", 80)
TEAMS = text_after("teams-english-2018-1", 12)
TEXTS = [THREE, OVER, TWO, TEAMS]


def changed(text: str, **fields: str) -> str:
    """Write a position with other fields: ``mode`` is the first one, and so on."""
    names = "mode edition rounds_to_win options round wins removed table seat face_up decks "
    names += "unseen neutrals kept unseen_neutrals"
    parts = dict(zip(names.split(), text.split(" "), strict=True))
    assert fields.keys() <= parts.keys()
    return " ".join((parts | fields).values())


def check_refused(text: str, code: str, *said: str) -> None:
    with pytest.raises(PuntoError) as caught:
        read_position(text)
    assert caught.value.code == code, caught.value.sentence
    for words in said:
        assert words in caught.value.sentence


@pytest.mark.parametrize("text", TEXTS)
def test_positions_before_they_are_changed(text: str) -> None:
    assert write_position(read_position(text)) == changed(text) == text


@pytest.mark.parametrize(
    "text", ["", "2p", THREE + " -", THREE.rpartition(" ")[0], "\n", "- " * 14]
)
def test_wrong_number_of_fields(text: str) -> None:
    check_refused(text, "unreadable-position", "15 fields")


@pytest.mark.parametrize(
    ("fields", "code", "expected"),
    [
        ({"mode": "5p"}, "unreadable-mode", "2p, 3p, 4p, teams"),
        ({"mode": "2p"}, "unreadable-wins", "2 parts"),
        ({"mode": "teams"}, "unreadable-wins", "2 parts"),
        ({"mode": "4p"}, "unreadable-wins", "4 parts"),
        ({"edition": "french-2018"}, "unreadable-edition", "english-2018"),
        ({"rounds_to_win": "0"}, "unreadable-rounds-to-win", "1 to 9"),
        ({"rounds_to_win": "10"}, "unreadable-rounds-to-win", "1 to 9"),
        ({"rounds_to_win": "two"}, "unreadable-rounds-to-win", "1 to 9"),
        ({"options": "open"}, "unreadable-options", "open_cards"),
        ({"round": "0"}, "unreadable-round", "1 to 9999"),
        ({"round": "-1"}, "unreadable-round", "1 to 9999"),
        ({"round": "10000"}, "unreadable-round", "1 to 9999"),
        ({"round": "1" * 5000}, "unreadable-round", "1 to 9999"),
        ({"round": "\u0661"}, "unreadable-round", "1 to 9999"),
        ({"wins": "0:0"}, "unreadable-wins", "3 parts"),
        ({"wins": "0:0:0:0"}, "unreadable-wins", "3 parts"),
        ({"wins": "0:0:10"}, "unreadable-wins", "0 to 9"),
        ({"round": "2", "wins": "0:1:0"}, "unreadable-removed", "1 of side 2"),
        ({"removed": "-:R1:-"}, "unreadable-removed", "0 of side 2"),
        ({"removed": "-:-"}, "unreadable-removed", "3 parts"),
        ({"removed": "-::-"}, "unreadable-cards", "R1129B3"),
        ({"round": "2", "wins": "0:1:0", "removed": "-:R1:-"}, "unreadable-removed", "cards of O"),
        ({"round": "2", "wins": "0:1:0", "removed": "-:G1:-"}, "unreadable-removed", "cards of O"),
        ({"table": "f6"}, "unreadable-table", "f6:R3B7"),
        ({"table": "f6:"}, "unreadable-table", "f6:R3B7"),
        ({"table": "f6:R"}, "unreadable-table", "f6:R3B7"),
        ({"table": "f6:R1,f6:R2"}, "unreadable-table", "f6:R3B7"),
        ({"table": "l6:R1"}, "unreadable-cell", "a letter a to k"),
        ({"table": "f6:X1"}, "unreadable-card", "a colour R O B G"),
        ({"table": "g6:R1"}, "unreadable-table", "a card on f6"),
        ({"table": "f6:R1,h6:R2"}, "touches-nothing", "R2 cannot be placed on h6"),
        ({"table": "f6:R2R1"}, "not-lower", "R1 cannot be placed on f6"),
        ({"table": "f6:R2O2"}, "not-lower", "O2 cannot be placed on f6"),
        ({"table": "f6:R1,g6:R1,h6:R1"}, "unreadable-cards", "R1 at most 2 times"),
        (
            {"table": "f6:R1,g6:R2,h6:R3,i6:R4,j6:R5,k6:R6,e6:R7"},
            "too-wide",
            "at most 6 wide",
        ),
        ({"seat": "4"}, "unreadable-seat", "1 to 3"),
        ({"seat": "0"}, "unreadable-seat", "1 to 3"),
        ({"seat": "1"}, "unreadable-face-up", "no visible card of seat 3"),
        ({"face_up": "-:-"}, "unreadable-face-up", "3 parts"),
        ({"face_up": "-:-:B0"}, "unreadable-card", "a colour R O B G"),
        ({"face_up": "R8:-:B8"}, "unreadable-face-up", "no visible card of seat 1"),
        ({"face_up": "-:-:O8"}, "unreadable-face-up", "cards of B G"),
        ({"face_up": "-:-:-"}, "unreadable-unseen", "16 cards in the decks of side 3"),
        ({"face_up": "-:-:G8"}, "unreadable-unseen", "16 cards in the decks of side 3"),
        ({"decks": "21:20"}, "unreadable-decks", "3 parts"),
        ({"decks": "21:20:73"}, "unreadable-decks", "0 to 72"),
        ({"decks": "21:20:20"}, "unreadable-unseen", "15 cards in the decks of side 3"),
        ({"decks": "22:20:21"}, "unreadable-unseen", "17 cards in the decks of side 1"),
        ({"unseen": "-:-:-"}, "unreadable-unseen", "16 cards in the decks of side 1"),
        ({"unseen": "-:-"}, "unreadable-unseen", "3 parts"),
        ({"unseen": "1:-:-"}, "unreadable-card", "a colour R O B G"),
        ({"unseen": "R:-:-"}, "unreadable-cards", "R1129B3"),
        ({"unseen": "r1:-:-"}, "unreadable-card", "a colour R O B G"),
        ({"unseen": "R1R2:-:-"}, "unreadable-cards", "R1129B3"),
        ({"neutrals": "5:6"}, "unreadable-neutrals", "3 parts"),
        ({"neutrals": "4:6:5"}, "unreadable-unseen", "17 cards in the decks of side 1"),
        ({"kept": "-:-"}, "unreadable-kept", "3 parts"),
        ({"kept": "-:R1:-"}, "unreadable-kept", "cards of G"),
        ({"kept": "-:G1122335:-"}, "unreadable-neutrals", "at least 7 for seat 2"),
        ({"kept": "-:G1:-"}, "unreadable-cards", "G1 at most 2 times"),
        ({"unseen_neutrals": "R1"}, "unreadable-unseen-neutrals", "cards of G"),
        ({"unseen_neutrals": "G1"}, "unreadable-unseen-neutrals", "at least 16"),
        ({"unseen_neutrals": "G11223345567788999"}, "unreadable-cards", "G9 at most 2 times"),
    ],
)
def test_position_that_cannot_be(fields: dict[str, str], code: str, expected: str) -> None:
    check_refused(changed(THREE, **fields), code, expected)


@pytest.mark.parametrize(
    ("text", "fields", "code", "expected"),
    [
        (OVER, {"round": "2", "seat": "1"}, "unreadable-seat", "nobody to move after the match"),
        (
            OVER,
            {"round": "3", "wins": "1:0:1", "removed": "R9:-:B9"},
            "unreadable-wins",
            "one side at most",
        ),
        (
            OVER,
            {"round": "3", "wins": "0:0:2", "removed": "-:-:B98"},
            "unreadable-wins",
            "one side at most",
        ),
        (
            TWO,
            {"round": "4", "wins": "0:3", "removed": "-:B8G99"},
            "unreadable-seat",
            "nobody to move",
        ),
        (TWO, {"removed": "-:B9"}, "unreadable-cards", "B9 at most 2 times"),
        (TWO, {"neutrals": "0:1"}, "unreadable-unseen", "23 cards in the decks of side 2"),
        (TWO, {"kept": "-:G1"}, "unreadable-kept", "no cards"),
        (TWO, {"unseen_neutrals": "G1"}, "unreadable-unseen-neutrals", "no cards"),
        (TEAMS, {"decks": "15:15:15:16"}, "unreadable-unseen", "in the decks of side 2"),
        (TEAMS, {"face_up": "-:O4:-:-"}, "unreadable-face-up", "cards of B G"),
    ],
)
def test_position_of_other_modes_that_cannot_be(
    text: str, fields: dict[str, str], code: str, expected: str
) -> None:
    check_refused(changed(text, **fields), code, expected)
