"""Moves that cannot be: a wrong card, cell, sign or place in the line."""

import pickle

import pytest

from .samples import SMALL, after_line, check_refused, edited, refusal, vector


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("O4@f6", "R4@f6", 15, "O4, the top card of seat 2"),
        ("O4@f6", "O8@f6", 15, "O4, the top card of seat 2"),
        ("O4@f6", "G3@f6", 15, "O4, the top card of seat 2"),
        ("B8@e8", "B7@e8", 18, "B8, the top card of seat 3"),
        ("R4xg5", "R5xg5", 20, "R4, the top card of seat 1"),
        ("O4@f6", "X4@f6", 15, "a colour R O B G and a value 1 to 9"),
        ("O4@f6", "O0@f6", 15, "a colour R O B G and a value 1 to 9"),
        ("O4@f6", "o4@f6", 15, "a colour R O B G and a value 1 to 9"),
        ("O4@f6", "O\u0664@f6", 15, "a colour R O B G and a value 1 to 9"),
    ],
)
def test_wrong_card(old: str, new: str, line: int, expected: str) -> None:
    text = edited(vector(SMALL), old, new)
    check_refused(text, line, "unreadable-card", expected, f"'{new[:2]}'")


def test_seats_that_play_in_another_order() -> None:
    text = edited(vector(SMALL), "3. O3@i5 B3@h7", "3. B3@h7 O3@i5")
    check_refused(text, 17, "unreadable-card", "O3, the top card of seat 2", "'B3'")


def test_another_seat_starts_the_first_round() -> None:
    text = edited(vector(SMALL), "start 2", "start 1")
    check_refused(text, 15, "unreadable-card", "R2, the top card of seat 1", "'O4'")


@pytest.mark.parametrize("cell", ["l6", "f12", "f0", "F6", "f06", "6f", "", "f", "f\uff16", "f6x"])
def test_cell_that_there_is_not(cell: str) -> None:
    text = edited(vector(SMALL), "O4@f6", f"O4@{cell}")
    check_refused(text, 15, "unreadable-cell", "a letter a to k and a number 1 to 11", f"'{cell}'")


@pytest.mark.parametrize("move", ["O4-f6", "O4f6", "O4X6", "O4", "O", "@", "O4 f6", "O4\uff20f6"])
def test_move_that_is_none(move: str) -> None:
    text = edited(vector(SMALL), "O4@f6 G4@e7 R2@g6", f"{move}")
    came = move.split(maxsplit=1)[0]
    check_refused(text, 15, "unreadable-move", "a card, @ or x, and a cell", f"'{came}'")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [("G4@e7", "G4xe7", 15), ("G6xg6", "G6@g6", 16), ("O4@f6", "O4xf6", 15)],
)
def test_wrong_sign(old: str, new: str, line: int) -> None:
    text = edited(vector(SMALL), old, new)
    check_refused(text, line, "unreadable-move", old, "@ beside", "x on top", f"'{new}'")


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "why"),
    [
        ("O4@f6", "O4@f7", 15, "not-origin", "O4 cannot be placed on f7"),
        ("G4@e7", "G4@a1", 15, "touches-nothing", "G4 cannot be placed on a1"),
        ("R2@g6", "R2@h6", 15, "touches-nothing", "R2 cannot be placed on h6"),
        ("R2@g6", "R2xf6", 15, "not-lower", "R2 cannot be placed on f6: the card there, O4,"),
        ("G9xe6", "G9xj5", 23, "not-lower", "G9 cannot be placed on j5: the card there, O9,"),
        ("O7xh7", "O7@d7", 22, "too-wide", "O7 cannot be placed on d7"),
        ("B7xg6", "B7@e2", 22, "too-high", "B7 cannot be placed on e2"),
        ("R5@e3", "R5@e9", 22, "too-high", "R5 cannot be placed on e9"),
    ],
)
def test_illegal_cell(old: str, new: str, line: int, code: str, why: str) -> None:
    text = edited(vector(SMALL), "R5@e3\n", "R5@e2\n") if new == "B7@e2" else vector(SMALL)
    check_refused(edited(text, old, new), line, code, why)


def test_values_of_a_refusal_are_there_for_other_words() -> None:
    error = refusal(edited(vector(SMALL), "R2@g6", "R2xf6"))
    assert error.values == {"card": "R2", "cell": "f6", "below": "O4", "line": 15}
    error = refusal(edited(vector(SMALL), "O4@f6", "O8@f6"))
    assert error.values == {"expected": "O4, the top card of seat 2", "came": "'O8'", "line": 15}


def test_refusal_can_be_sent_to_another_process() -> None:
    error = refusal(edited(vector(SMALL), "R2@g6", "R2xf6"))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (again.line, again.code, again.sentence) == (error.line, error.code, error.sentence)
    assert again.values == error.values


def test_move_after_the_end_of_the_round_on_its_line() -> None:
    text = edited(vector(SMALL), "B4@i6\n", "B4@i6 R7@d3\n")
    check_refused(text, 23, "round-over", "R7", "after the end of the round")


def test_move_after_the_end_of_the_round_on_a_new_line() -> None:
    name = "3p-english-2018-2"
    end = vector(name).split("\n").index("line 1 removes R8")
    text = after_line(vector(name), end, "17. O1@a1")
    check_refused(text, end + 1, "round-over", "O1", "after the end of the round")


@pytest.mark.parametrize("line", ["10. " + "R7@d3 " * 1000, "10. " + "x" * 8000, "1" * 8000])
def test_long_line_after_the_end_of_the_round_makes_no_long_sentence(line: str) -> None:
    text = edited(vector(SMALL), "B4@i6\n", f"B4@i6\n{line}\n")
    check_refused(text, 24, "round-over", "after the end of the round")
    assert len(refusal(text).sentence) < 200


def test_move_after_the_end_of_the_round_after_a_full_line() -> None:
    name = "teams-english-2018-1"
    end = vector(name).split("\n").index("draw rows 1:0 2:0")
    text = after_line(vector(name), end, "17. B1@c5")
    check_refused(text, end + 1, "round-over", "B1", "after the end of the round")


@pytest.mark.parametrize("number", ["3.", "1.", "2", "02.", "2:", "\u0662.", "2.."])
def test_wrong_number_of_a_turn(number: str) -> None:
    text = edited(vector(SMALL), "2. O8", f"{number} O8")
    check_refused(text, 16, "unreadable-turn", "2. and a move", number)


def test_turn_without_a_move() -> None:
    text = edited(vector(SMALL), "2. O8@e6 B9@h6 G6xg6", "2.")
    check_refused(text, 16, "unreadable-turn", "2. and a move", "'2.'")


def test_turn_with_more_moves_than_seats() -> None:
    text = edited(vector(SMALL), "R2@g6\n2. O8@e6", "R2@g6 O8@e6\n2.")
    check_refused(text, 15, "unreadable-turn", "1. and a move a seat", "'1. O4@f6")


def test_short_turn_that_is_not_the_last() -> None:
    text = edited(vector(SMALL), "G4@e7 R2@g6\n2.", "G4@e7\n2. R2@g6")
    check_refused(text, 16, "unreadable-turn", "turn 1 to be complete", "'2. R2@g6")


def test_turns_that_stand_twice_or_not_at_all() -> None:
    lines = vector(SMALL).split("\n")
    text = after_line(vector(SMALL), 16, lines[15])
    check_refused(text, 17, "unreadable-turn", "3. and a move", "'2. O8")
    text = edited(vector(SMALL), f"{lines[15]}\n", "")
    check_refused(text, 16, "unreadable-turn", "2. and a move", "'3. O3")


@pytest.mark.parametrize("line", ["hello", "[Event “x”]", "deal", "?", "-1. O8@e6", "(2. O8@e6)"])
def test_line_between_moves_that_is_nothing(line: str) -> None:
    text = after_line(vector(SMALL), 15, line)
    check_refused(text, 16, "unreadable-end", "a move of seat 2", "not over", line)
