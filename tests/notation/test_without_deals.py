"""Records whose decks are secret: all that can be checked is checked."""

import pytest

from naive import check_record
from punto import Match, read_record

from .completion import can_be_completed, completed
from .samples import (
    NAMES,
    SMALL,
    assert_true_and_kept,
    check_refused,
    edited,
    in_progress,
    line_of,
    vector,
    without_deals,
)

TWO = without_deals(vector("2p-german-2018-2"))
THREE = without_deals(vector(SMALL))
NEUTRAL = without_deals(vector("3p-nordic-2019-1"))
TEAMS = without_deals(vector("teams-nordic-2019-3"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_vector_without_deals_is_true_and_written_back_to_the_same_bytes(name: str) -> None:
    assert_true_and_kept(without_deals(vector(name)))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_second_opinion_finds_decks_with_which_the_record_is_true(name: str) -> None:
    record = read_record(without_deals(vector(name)))
    if can_be_completed(record.match):
        check_record(completed(record))


def test_decks_stay_secret() -> None:
    record = read_record(THREE)
    assert not record.deals
    round_ = record.match.round
    assert [len(deck) for deck in round_.decks] == [24, 24, 24]
    assert [set(round_.cards_left(seat)) for seat in (1, 2, 3)] == [{None}] * 3


def test_card_a_third_time() -> None:
    text = edited(THREE, "R3@j5", "R2@j5")
    line = line_of(text, "4. ")
    check_refused(text, line, "unreadable-card", "one that seat 1 can still have", "'R2'")


@pytest.mark.parametrize("move", ["B4@f6", "R4@f6"])
def test_card_of_somebody_else(move: str) -> None:
    text = edited(THREE, "O4@f6", move)
    check_refused(text, 12, "unreadable-card", "one that seat 2 can still have", f"'{move[:2]}'")


@pytest.mark.parametrize(("round_number", "first", "second"), [(2, "5", "12"), (3, "1", "14")])
def test_card_that_was_removed(round_number: int, first: str, second: str) -> None:
    assert "stalemate 2 removes B8" in TWO
    rounds = TWO.split("round ")
    wanted = "B9" if round_number == 2 else "B7"
    rounds[round_number] = rounds[round_number].replace(wanted, "B8")
    text = "round ".join(rounds)
    assert line_of(text, f"{first}. ", round_number)
    line = line_of(text, f"{second}. ", round_number)
    check_refused(text, line, "unreadable-card", "one that seat 2 can still have", "'B8'")


def test_more_neutral_cards_than_a_seat_has() -> None:
    text = THREE
    for move in ("R2@g6", "R3@j5", "R2@g5", "R8@e4", "R4xg5", "R8xe5"):
        text = edited(text, move, f"G{move[1:]}")
    line = line_of(text, "7. ")
    check_refused(text, line, "unreadable-card", "one that seat 1 can still have", "'G8'")


def test_neutral_card_a_third_time() -> None:
    text = edited(THREE, "R4xg5", "G6xg5")
    check_refused(text, line_of(text, "6. "), "unreadable-card", "seat 1", "'G6'")


def test_neutral_card_that_two_others_must_have_kept() -> None:
    # Nobody laid a G2 in round 1, in which seat 2 laid all the neutral cards that it had.
    text = edited(NEUTRAL, "16. G3@h6 B1@e10 G2xe6", "16. G2@h6 B1@e10 G3xe6")
    line = line_of(text, "16. ", 2)
    check_refused(text, line, "unreadable-card", "one that seat 2 can still have", "'G2'")


def test_more_neutral_cards_that_nobody_laid_than_a_seat_kept() -> None:
    # Nobody laid a G2 in round 1, after which seat 1 kept one neutral card.
    text = edited(NEUTRAL, "G2@f10", "G8@f10")
    text = edited(text, "B6@e7 G3@i9", "B6@e7 G2@i9")
    line = line_of(text, "16. ", 2)
    check_refused(text, line, "unreadable-card", "one that seat 1 can still have", "'G2'")


@pytest.mark.parametrize(
    "end", ["draw rows 1:0 2:0 3:0", "stalemate 3 removes B9 rows 1:0 2:0 3:0"]
)
def test_stalemate_although_every_card_could_be_played(end: str) -> None:
    text = edited(THREE, "\n3. ", f"\n{end}\n3. ")
    said = ("a move of seat 2", "not over", f"'{end[:40]}")
    check_refused(text, line_of(text, end), "unreadable-end", *said)


def test_stalemate_before_the_first_card() -> None:
    text = edited(THREE, "\n1. ", "\ndraw rows 1:0 2:0 3:0\n1. ")
    check_refused(text, 12, "unreadable-end", "a move of seat 2", "'draw rows")


def test_end_is_missing_although_no_card_is_left() -> None:
    end = TEAMS.split("\n")[-2]
    text = edited(in_progress(TEAMS), f"{end}\n", "")
    check_refused(text, line_of(text, "18. "), "unreadable-end", end, "the end of the file")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_end_is_missing_although_everybody_saw_it(name: str) -> None:
    text = in_progress(without_deals(vector(name))).rstrip("\n")
    end = read_record(vector(name)).match.last_end
    assert end is not None
    broken, _, last = text.rpartition("\n")
    if last.startswith(("line", "stalemate", "draw")) and (end.kind == "line" or not end.stuck):
        check_refused(broken, broken.count("\n") + 1, "unreadable-end", last[:40])


@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        (THREE, "line 3 removes B9", "line 2 removes B9"),
        (THREE, "line 3 removes B9", "line 3 removes B8"),
        (THREE, "line 3 removes B9", "draw rows 1:0 2:0 3:0"),
        (TEAMS, "rows 1:1(22) 2:1(24)", "rows 1:1(22) 2:0"),
        (TEAMS, "stalemate 1 removes R8", "stalemate 2 removes B8"),
        (TEAMS, "stalemate 1 removes R8", "stalemate 1 removes R7"),
        (NEUTRAL, "rows 1:2(19+19)", "rows 1:2(18+19)"),
    ],
)
def test_end_that_does_not_follow_from_the_moves(text: str, true: str, false: str) -> None:
    number = text[: text.index(true)].count("\n") + 1
    check_refused(edited(text, true, false), number, "unreadable-end", true, false)


@pytest.mark.parametrize("name", NAMES[::3])
def test_card_that_has_no_cell_cannot_be_played(name: str) -> None:
    lines = without_deals(vector(name)).split("\n")
    rounds = read_record(vector(name)).match.rounds
    ends = [at for at, line in enumerate(lines) if line.startswith(("line", "stalemate", "draw"))]
    for at, round_ in zip(ends, rounds, strict=False):
        stuck = round_.end and round_.end.stuck
        if stuck is not None:
            number, *moves = lines[at - 1].split()
            is_full = len(moves) == len(round_.decks)
            before = f"{lines[at - 1]}\n{int(number[:-1]) + 1}." if is_full else lines[at - 1]
            text = "\n".join([*lines[: at - 1], f"{before} {stuck}@f6", *lines[at:]])
            said = f"{stuck} cannot be placed on any cell"
            check_refused(text, at + is_full, "no-cell", said)


def test_moves_are_checked_as_with_deals() -> None:
    check_refused(edited(THREE, "G4@e7", "G4xe7"), 12, "unreadable-move", "G4@e7")
    check_refused(edited(THREE, "G4@e7", "G4@a1"), 12, "touches-nothing", "a1")
    check_refused(edited(THREE, "B4@i6\n", "B4@i6 R7@d3\n"), 20, "round-over", "R7")
    check_refused(edited(THREE, '"Seat3"', '"Seat2"'), 9, "unreadable-result", "Seat3")


def test_match_of_unknown_decks_can_be_played_on() -> None:
    match: Match = read_record(in_progress(THREE[: THREE.index("9. ")])).match
    assert (match.seat, match.card) == (2, None)
    match.turn_up("G9")
    match.place("e6")
    assert match.seat == 3
