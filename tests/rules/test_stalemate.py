"""A stalemate: when it comes, what is counted, and that most runs win."""

import pytest

from punto import Card, Round, Table, mode_named
from punto.rules.ending import counted_runs

from .pictures import FULL_SQUARE, cells, table_text
from .stalemates import counts, points, stalemate


def test_a_seat_without_a_card_ends_the_round_though_others_have_some() -> None:
    round_ = Round("4p", ["R1", "O1", "", "G1"], table="f6:R9")
    round_.place("f7")
    assert not round_.over
    round_.place("g7")
    assert round_.end is not None
    assert (round_.end.kind, round_.end.seat, round_.end.stuck) == ("draw", 3, None)


def test_a_turned_up_card_without_a_legal_cell_ends_the_round_though_others_could_play() -> None:
    round_ = Round("2p", ["R6", "B4"], start=2, table=FULL_SQUARE)
    assert round_.end is not None
    assert (round_.end.seat, round_.end.stuck) == (2, Card("B4"))
    assert round_.cards_left(2) == (Card("B4"),)
    assert round_.table.takes(Card("R6"))


def test_a_card_with_one_legal_cell_does_not_end_the_round() -> None:
    round_ = Round("2p", ["R6", "B3"], table=FULL_SQUARE)
    assert not round_.over
    round_.place("f7")
    assert round_.end is not None
    assert (round_.end.seat, round_.end.stuck) == (2, Card("B3"))


@pytest.mark.parametrize(("mode", "length"), [("2p", 4), ("3p", 3), ("4p", 3), ("teams", 4)])
def test_runs_of_exactly_one_card_less_than_a_line_count_shorter_and_longer_do_not(
    mode: str, length: int
) -> None:
    for size in range(2, 7):
        row = table_text(" ".join(f"R{value}" for value in range(1, size + 1)))
        rules = mode_named(mode)
        assert len(counted_runs(rules, Table(row), rules.sides[0])) == (size == length)


@pytest.mark.parametrize(
    ("direction", "picture"),
    [
        ("row", "R1 R2 R3"),
        ("column", "R1\nR2\nR3"),
        ("rising diagonal", ". . R3\n. R2 .\nR1 . ."),
        ("falling diagonal", "R1 . .\n. R2 .\nB1 . R3"),
    ],
)
def test_runs_count_in_all_four_directions(direction: str, picture: str) -> None:
    assert counts(stalemate("4p", picture)) == [1, 0, 0, 0], direction


def test_runs_count_in_each_of_a_sides_colours() -> None:
    end = stalemate("2p", "R1 R2 R3 R4\nO1 O2 O3 O4\nB1 B2 B3 B4\nG1 B5 G3 G4")
    assert points(end) == [[10, 10], [10]]


def test_a_card_may_belong_to_several_runs_in_different_directions() -> None:
    end = stalemate("4p", "R1 . R2\nR3 R4 .\nR5 R6 R7")
    assert points(end)[0] == sorted([5 + 3 + 1, 5 + 6 + 7, 5 + 4 + 2, 7 + 4 + 1])


def test_only_visible_cards_count() -> None:
    assert counts(stalemate("4p", "R1 R2B5 R3")) == [0, 0, 0, 0]
    assert counts(stalemate("4p", "R1 B2R5 R3")) == [1, 0, 0, 0]


def test_an_unbroken_run_has_no_gap() -> None:
    assert counts(stalemate("4p", "R1 R2 . R3\nB1 B2 G3 B4")) == [0, 0, 0, 0]


def test_most_runs_win_whatever_their_points() -> None:
    end = stalemate("4p", "R9 R8 R9\nR7 B1 .\nR8 O3 .\nO2 O1 O4")
    assert points(end)[:2] == [[8 + 7 + 9, 9 + 8 + 9], [2 + 1 + 4]]
    assert (end.kind, end.winner) == ("stalemate", 1)


def test_a_side_with_fewer_runs_and_fewer_points_loses_in_every_edition() -> None:
    picture = "R9 R8 R7 .\nO1 O1 O2 .\nR7 R9 R8 ."
    for edition in ("english-2018", "german-2018", "nordic-2019"):
        end = stalemate("4p", picture, edition)
        assert counts(end) == [2, 1, 0, 0]
        assert end.winner == 1


def test_the_round_is_a_draw_if_no_side_has_a_run() -> None:
    for mode in ("2p", "3p", "4p", "teams"):
        end = stalemate(mode, "R9 R8 B1\nB9 O1 R2")
        assert (end.kind, end.winner, end.removed) == ("draw", None, None)
        assert set(counts(end)) == {0}


def test_rows_of_the_neutral_colour_count_for_nobody() -> None:
    end = stalemate("3p", "G1 G2 G3\nG4 G5 G6\nO7 O8 O9")
    assert counts(end) == [0, 1, 0]
    assert end.winner == 2
    assert stalemate("3p", "G1 G2 G3").kind == "draw"


def test_teams_count_and_win_as_sides() -> None:
    end = stalemate("teams", "G1 G2 G3 G4\nB1 B2 B3 B5\nR1 R2 R3 R4", start=3)
    assert points(end) == [[10], [10, 11]]
    assert (end.seat, end.winner) == (3, 2)


def test_runs_are_told_with_their_cells_by_points() -> None:
    end = stalemate("4p", "R1 R2 R3\nB1 B3 B5\nR1 R2 R4")
    assert [run.cells for run in end.runs[0]] == [cells("f8 g8 h8"), cells("f6 g6 h6")]
