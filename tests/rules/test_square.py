"""The floating square: all cards fit in some six by six, and where it lies is settled late."""

import pytest

from punto import Box, Cell, IllegalPlacementError, Table

from .pictures import cells

WIDE_5 = "f6:R1,g6:O2,h6:B3,i6:G4,j6:R5"
HIGH_5 = "f6:R1,f7:O2,f8:B3,f9:G4,f10:R5"


def code_of(table: Table, cell: str) -> str:
    with pytest.raises(IllegalPlacementError) as caught:
        table.copy().place("R9", cell)
    return caught.value.code


def test_the_box_of_an_empty_table_has_no_size() -> None:
    assert Table().box[2:] == (0, 0)


def test_the_box_is_the_smallest_rectangle_around_all_cards() -> None:
    assert Table("f6:R1").box == Box(left=5, bottom=5, width=1, height=1)
    assert Table("f6:R1,e7:O1,d8:R2").box == Box(left=3, bottom=5, width=3, height=3)
    assert Table("f6:R1,g5:O1").box == Box(left=5, bottom=4, width=2, height=2)


def test_both_ends_of_a_row_of_five_are_possible() -> None:
    legal = Table(WIDE_5).legal_cells("B1")
    assert {Cell("e6"), Cell("k6")} < set(legal)


def test_a_cell_that_was_possible_early_becomes_impossible_later() -> None:
    table = Table(WIDE_5)
    assert Cell("k6") in table.legal_cells("B1")
    table.place("B9", "e6")
    assert Cell("k6") not in table.legal_cells("B1")
    assert code_of(table, "k6") == "too-wide"


@pytest.mark.parametrize("cell", ["k5", "k6", "k7", "d5", "d6", "d7"])
def test_a_card_that_would_be_the_7th_in_its_row_is_refused(cell: str) -> None:
    table = Table(f"{WIDE_5},e6:B9")
    assert code_of(table, cell) == "too-wide"
    with pytest.raises(
        IllegalPlacementError, match="7th in its row, and the table is at most 6 wide"
    ):
        table.place("R9", cell)


@pytest.mark.parametrize("cell", ["e4", "f4", "g4", "e11", "f11", "g11"])
def test_a_card_that_would_be_the_7th_in_its_column_is_refused(cell: str) -> None:
    table = Table(f"{HIGH_5},f5:B9")
    assert code_of(table, cell) == "too-high"
    with pytest.raises(
        IllegalPlacementError, match="7th in its column, and the table is at most 6 high"
    ):
        table.place("R9", cell)


def test_while_one_span_is_settled_the_other_still_floats() -> None:
    table = Table(f"{WIDE_5},k6:B9")
    legal = set(table.legal_cells("R1"))
    assert legal == set(cells("f5 g5 h5 i5 j5 k5 f7 g7 h7 i7 j7 k7"))
    high = Table(f"{HIGH_5},f11:B9")
    assert set(high.legal_cells("R1")) == {
        Cell(f"{column}{row}") for column in "eg" for row in range(6, 12)
    }


def test_the_square_is_settled_when_both_spans_reach_six() -> None:
    table = Table(f"{WIDE_5},k6:B9,k7:O1,k8:O3,k9:O4,k10:O5,k11:O6")
    assert table.box == Box(5, 5, 6, 6)
    inside = {Cell.at(column, row) for column in range(5, 11) for row in range(5, 11)}
    assert set(table.legal_cells("R1")) < inside
    assert code_of(table, "f5") == "too-high"
    assert code_of(table, "e6") == "too-wide"
    assert code_of(table, "e5") == "too-wide"


def test_the_settled_square_may_lie_on_any_side_of_the_first_card() -> None:
    for text, corner in {
        "f6:R1,g7:O1,h8:B1,i9:G1,j10:R2,k11:O2": (5, 5),
        "f6:R1,e7:O1,d8:B1,c9:G1,b10:R2,a11:O2": (0, 5),
        "f6:R1,g5:O1,h4:B1,i3:G1,j2:R2,k1:O2": (5, 0),
        "f6:R1,e5:O1,d4:B1,c3:G1,b2:R2,a1:O2": (0, 0),
        "f6:R1,e5:O1,d4:B1,g7:G1,h8:R2,i9:O2": (3, 3),
    }.items():
        assert Table(text).box == Box(*corner, 6, 6)
        assert all(
            corner[0] <= cell.column < corner[0] + 6 and corner[1] <= cell.row < corner[1] + 6
            for cell in Table(text).legal_cells("R9")
        )


def test_a_corner_card_may_stretch_both_spans_at_once() -> None:
    table = Table("f6:R1,e6:O1,e5:B1")
    table.place("R2", "d4")
    assert table.box == Box(3, 3, 3, 3)


def test_a_card_on_top_never_stretches_the_square() -> None:
    table = Table(f"{WIDE_5},e6:B8")
    table.place("R9", "e6")
    assert table.box == Box(4, 5, 6, 1)


def test_a_far_cell_that_touches_nothing_is_refused_for_that_and_not_for_its_span() -> None:
    assert code_of(Table(f"{WIDE_5},e6:B9"), "a1") == "touches-nothing"


@pytest.mark.parametrize("text", [f"{WIDE_5},e6:B9,k6:O1", f"{HIGH_5},f5:B9,f11:O1"])
def test_a_table_of_seven_in_a_row_or_column_cannot_be_written(text: str) -> None:
    with pytest.raises(IllegalPlacementError, match="7th"):
        Table(text)
