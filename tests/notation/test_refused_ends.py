"""Ends of rounds and of the match that do not follow from the moves, and who starts after them."""

import pytest

from punto import read_record

from .samples import NAMES, SMALL, after_line, check_refused, edited, line_of, vector

LINE = "line 3 removes B9"
STALEMATE = "stalemate 2 removes O8 rows 1:1(19) 2:2(11+15) 3:0"
DRAW = "draw rows 1:0 2:0 3:1(21) 4:1(21)"
ENDS = {LINE: SMALL, STALEMATE: "3p-english-2018-2", DRAW: "4p-german-2018-5"}


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (LINE, "line 2 removes B9"),
        (LINE, "line 4 removes B9"),
        (LINE, "line 3 removes B8"),
        (LINE, "line 3 removes G9"),
        (LINE, "line 3"),
        (LINE, "line"),
        (LINE, "line 3 removes"),
        (LINE, "line 3 removes B9 B9"),
        (LINE, "line 3 removes B9 rows 1:0 2:0 3:1(26)"),
        (LINE, "Line 3 removes B9"),
        (LINE, "draw"),
        (LINE, "draw rows 1:0 2:0 3:0"),
        (LINE, "stalemate 3 removes B9 rows 1:0 2:0 3:1(20)"),
        (STALEMATE, "stalemate 1 removes O8 rows 1:1(19) 2:2(11+15) 3:0"),
        (STALEMATE, "stalemate 1 removes R8 rows 1:1(19) 2:2(11+15) 3:0"),
        (STALEMATE, "stalemate 2 removes O7 rows 1:1(19) 2:2(11+15) 3:0"),
        (STALEMATE, "stalemate 2 removes O9 rows 1:1(19) 2:2(11+15) 3:0"),
        (STALEMATE, "stalemate 2 rows 1:1(19) 2:2(11+15) 3:0"),
        (STALEMATE, "stalemate 2 removes O8"),
        (STALEMATE, "stalemate 2 removes O8 1:1(19) 2:2(11+15) 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:2(15+11) 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:2(11+16) 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:1(11) 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:2(26) 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:2 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:2(11+15) 3:0()"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:0 2:2(11+15) 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:2(11+15)"),
        (STALEMATE, "stalemate 2 removes O8 rows 2:2(11+15) 1:1(19) 3:0"),
        (STALEMATE, "stalemate 2 removes O8 rows 1:1(19) 2:2(11+15) 3:0 4:0"),
        (STALEMATE, "draw rows 1:1(19) 2:2(11+15) 3:0"),
        (STALEMATE, "line 2 removes O8"),
        (DRAW, "draw"),
        (DRAW, "draw rows"),
        (DRAW, "draw rows 1:0 2:0 3:0 4:0"),
        (DRAW, "draw rows 1:0 2:0 3:1(21) 4:1(20)"),
        (DRAW, "draw rows 1:0 2:0 3:1(21)"),
        (DRAW, "stalemate 3 removes B9 rows 1:0 2:0 3:1(21) 4:1(21)"),
        (DRAW, "line 4 removes G9"),
    ],
)
def test_end_that_does_not_follow_from_the_moves(true: str, false: str) -> None:
    text = vector(ENDS[true])
    line = line_of(text, true)
    check_refused(edited(text, true, false), line, "unreadable-end", true, f"'{false}"[:60])


@pytest.mark.parametrize("end", ENDS)
def test_end_that_comes_too_early(end: str) -> None:
    text = vector(ENDS[end])
    line = line_of(text, end) - 1
    early = after_line(text, line - 1, end)
    check_refused(early, line, "unreadable-end", "a move of seat", "not over", f"'{end}"[:60])


@pytest.mark.parametrize("end", [STALEMATE, DRAW])
def test_end_that_is_missing_before_the_next_round(end: str) -> None:
    text = vector(ENDS[end])
    following = text.split("\n")[line_of(text, end) + 1]
    line = line_of(text, end) + 1
    check_refused(edited(text, f"{end}\n", ""), line, "unreadable-end", end, f"'{following}'")


@pytest.mark.parametrize("end", [STALEMATE, DRAW])
def test_end_that_stands_twice(end: str) -> None:
    text = vector(ENDS[end])
    line = line_of(text, end)
    twice = after_line(text, line, end)
    number = text[: text.index(end)].count("round ") + 1
    check_refused(twice, line + 1, "unreadable-round", f"round {number} start", f"'{end}"[:60])


def test_end_that_is_missing_at_the_end_of_the_file() -> None:
    text = edited(vector(SMALL), f"{LINE}\n", "")
    check_refused(text, 23, "unreadable-end", LINE, "the end of the file")


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("-1")])
def test_wrong_next_starter(name: str) -> None:
    text = vector(name)
    match = read_record(text).match
    for number, round_ in enumerate(match.rounds[1:], start=2):
        true = f"round {number} start {round_.start}"
        for seat in {*match.mode.seats, 0, 9} - {round_.start}:
            false = edited(text, true, f"round {number} start {seat}")
            expected = f"seat {round_.start} to start round {number}"
            check_refused(false, line_of(text, true), "unreadable-starter", expected, f"got {seat}")


@pytest.mark.parametrize("seat", [0, 4, 9])
def test_seat_that_there_is_not_starts_the_first_round(seat: int) -> None:
    text = edited(vector(SMALL), "start 2", f"start {seat}")
    check_refused(text, 11, "unreadable-seat", "1 to 3 in 3p", f"got {seat}")


@pytest.mark.parametrize(
    "header",
    [
        "round 2 start 2",
        "round 0 start 2",
        "round 1",
        "round 1 start",
        "round one start 2",
        "Round 1 start 2",
        "round 1 start 2 3",
        "round 10001 start 2",
        "round -1 start 2",
    ],
)
def test_line_that_begins_no_round(header: str) -> None:
    text = edited(vector(SMALL), "round 1 start 2", header)
    check_refused(text, 11, "unreadable-round", "round 1 start", f"'{header}'")


@pytest.mark.parametrize("number", [1, 3, 20])
def test_number_of_a_round_that_is_not_the_next(number: int) -> None:
    text = edited(vector("4p-german-2018-5"), "round 2 start 3", f"round {number} start 3")
    came = f"'round {number} start 3'"
    check_refused(text, 35, "unreadable-round", "round 2 start", came)


@pytest.mark.parametrize("start", [1, 2, 3])
def test_round_after_the_end_of_the_match(start: int) -> None:
    text = vector(SMALL) + f"\nround 2 start {start}\n"
    check_refused(text, 26, "match-over", "the match is over", "side 3")


@pytest.mark.parametrize("line", ["10. R5@d3", LINE, '[Event "x"]', "hello", "deal 1 R1"])
def test_other_line_after_the_end_of_the_match(line: str) -> None:
    check_refused(vector(SMALL) + f"{line}\n", 25, "match-over", "the match is over", "side 3")
