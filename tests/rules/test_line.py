"""A line: who completes one wins the round at once, and takes a card out."""

import pytest

from punto import Card, Cell, Round, RoundEnd, TurnError

from .pictures import cells, table_text

ENDS_OF_A_ROW = {
    "row": "f6 g6 h6 i6 j6",
    "column": "f6 f7 f8 f9 f10",
    "rising diagonal": "f6 g7 h8 i9 j10",
    "falling diagonal": "f6 g5 h4 i3 j2",
}
LINES = {"2p": 5, "3p": 4, "4p": 4, "teams": 5}


OTHERS = {"2p": ["B9"], "3p": ["O9", "B9"], "4p": ["O9", "B9", "G9"], "teams": ["B9", "O9", "G9"]}


def round_of(mode: str, first: str, table: str) -> Round:
    """Begin a round in which every seat has one card."""
    return Round(mode, [first, *OTHERS[mode]], table=table)


def ended(round_: Round) -> RoundEnd:
    assert round_.end is not None
    return round_.end


@pytest.mark.parametrize("mode", LINES)
@pytest.mark.parametrize("direction", ENDS_OF_A_ROW)
def test_a_run_as_long_as_the_mode_asks_for_wins_in_every_direction(
    mode: str, direction: str
) -> None:
    *before, last = cells(ENDS_OF_A_ROW[direction])[: LINES[mode]]
    table = ",".join(f"{cell}:R{value}" for value, cell in enumerate(before, 1))
    round_ = round_of(mode, "R5", table)
    round_.place(last)
    end = ended(round_)
    assert (end.kind, end.seat, end.winner) == ("line", 1, 1)
    assert {run.cells for run in end.runs[0]} == {tuple(sorted((*before, last)))}
    assert end.runs[1:] == ((),) * (len(end.runs) - 1)


@pytest.mark.parametrize("mode", LINES)
@pytest.mark.parametrize("direction", ENDS_OF_A_ROW)
def test_a_run_of_one_card_less_is_no_line(mode: str, direction: str) -> None:
    *before, last = cells(ENDS_OF_A_ROW[direction])[: LINES[mode] - 1]
    round_ = round_of(mode, "R5", ",".join(f"{c}:R{v}" for v, c in enumerate(before, 1)))
    round_.place(last)
    assert not round_.over
    assert round_.seat == 2


@pytest.mark.parametrize("last", range(5))
def test_the_last_card_may_close_a_gap_anywhere_in_the_run(last: int) -> None:
    row = ["R1", "R2", "R3", "R4", "R5"]
    row[last] = "."
    picture = f"{' '.join(row)}\nB1 G2 B3 G4 B5"
    round_ = Round("2p", ["R9", "B1"], table=table_text(picture))
    round_.place(Cell.at(5 + last, 6))
    assert ended(round_).kind == "line"


@pytest.mark.parametrize("breaker", ["B4", ".", "O4", "R4B5"])
def test_a_run_with_a_gap_another_colour_or_a_covered_card_in_it_is_broken(breaker: str) -> None:
    picture = f"R1 R2 {breaker} R3 R5 .\nB1 G2 B3 G4 B5 ."
    round_ = Round("2p", ["R9", "B1"], table=table_text(picture))
    round_.place("k7")
    assert not round_.over


def test_a_row_is_of_one_colour_also_for_a_side_that_owns_two() -> None:
    for mode in ("2p", "teams"):
        round_ = round_of(mode, "R9", table_text("R1 R2 O3 R4 ."))
        round_.place("j6")
        assert not round_.over


def test_each_of_a_sides_two_colours_can_make_the_line() -> None:
    for card in ("R", "O"):
        table = table_text(f"{card}1 {card}2 {card}3 {card}4 .")
        round_ = Round("2p", [f"{card}5", "B1"], table=table)
        round_.place("j6")
        assert ended(round_).winner == 1


def test_a_line_may_be_completed_on_top_of_any_lower_card_also_an_opponents() -> None:
    for below in ("B4", "O4", "G1B3", "R3O4"):
        round_ = Round("2p", ["R5", "B1"], table=table_text(f"R1 R2 {below} R3 R6"))
        round_.place("h6")
        assert (ended(round_).kind, ended(round_).winner) == ("line", 1)


def test_the_round_is_over_at_once_and_nobody_moves_any_more() -> None:
    round_ = Round("2p", ["R9 R8", "B1 B2"], table=table_text("R1 R2 R3 R4 ."))
    round_.place("j6")
    assert round_.over
    assert round_.seat is round_.card is None
    assert round_.legal_cells == ()
    with pytest.raises(TurnError) as caught:
        round_.place("e6")
    assert caught.value.code == "round-over"
    assert caught.value.sentence == "the round is over; nobody is to move"


def test_a_run_may_be_longer_than_asked_for_and_all_of_it_is_the_line() -> None:
    round_ = Round("2p", ["R5", "B1"], table=table_text("R1 R2 R3 . R4 R9\nB1 G2 B3 G4 B5 ."))
    round_.place("i7")
    end = ended(round_)
    assert [run.cells for run in end.runs[0]] == [cells("f7 g7 h7 i7 j7 k7")]
    assert end.removed == Card("R9")


def test_one_card_may_complete_several_runs_and_all_count_for_the_card_that_leaves() -> None:
    table = table_text(
        """
        . . . R4
        . . R9 R3
        . B2 . R1
        R7 R6 R5 .
        """
    )
    round_ = Round("4p", ["R8", "O1", "B1", "G1"], table=table)
    round_.place("i6")
    end = ended(round_)
    assert {run.cells for run in end.runs[0]} == {
        cells("f6 g6 h6 i6"),
        cells("i6 i7 i8 i9"),
    }
    assert end.removed == Card("R8")


@pytest.mark.parametrize(
    ("start", "deck", "side"), [(1, "R9", 1), (3, "R9", 1), (2, "G9", 2), (4, "G9", 2)]
)
def test_either_member_completes_a_line_for_the_team(start: int, deck: str, side: int) -> None:
    decks = {1: "O1", 2: "B1", 3: "O1", 4: "B1", start: deck}
    row = table_text(" ".join(f"{deck[0]}{value}" for value in range(1, 5)) + " .")
    round_ = Round("teams", [decks[seat] for seat in (1, 2, 3, 4)], start=start, table=row)
    round_.place("j6")
    end = ended(round_)
    assert (end.kind, end.seat, end.winner, end.removed) == ("line", start, side, Card(deck))
    assert [len(runs) for runs in end.runs] == ([1, 0] if side == 1 else [0, 1])


@pytest.mark.parametrize("row", ["G1 G2 G3 . .", "G1 G2 G3 . G4", "G1 G2 G3 R4 G5"])
def test_a_row_of_the_neutral_colour_is_nobodys_and_does_not_win(row: str) -> None:
    for seat in (1, 2, 3):
        decks = {1: "R1", 2: "O1", 3: "B1", seat: "G9"}
        picture = f"{row}\nB1 R2 O1 O2 B3"
        round_ = Round("3p", list(decks.values()), start=seat, table=table_text(picture))
        round_.place("i7")
        assert not round_.over
        assert round_.seat == seat % 3 + 1


def test_neutral_cards_do_not_lengthen_a_seats_own_run() -> None:
    round_ = Round("3p", ["R9", "O1", "B1"], table=table_text("R1 R2 G3 . ."))
    round_.place("i6")
    assert not round_.over
