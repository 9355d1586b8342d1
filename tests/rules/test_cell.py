"""Cells: a1 to k11, named from the first card on f6."""

import copy
import pickle

import pytest

from punto import ORIGIN, Cell, UnreadableError
from punto.rules.cell import ALL_CELLS


def test_cells_are_a_letter_a_to_k_for_the_column_and_a_number_1_to_11_for_the_row() -> None:
    names = [f"{letter}{number}" for number in range(1, 12) for letter in "abcdefghijk"]
    assert list(map(str, ALL_CELLS)) == names
    assert [Cell(name) for name in names] == list(ALL_CELLS)


def test_columns_go_left_to_right_and_rows_bottom_to_top() -> None:
    assert (Cell("a1").column, Cell("a1").row) == (0, 0)
    assert (Cell("k1").column, Cell("k1").row) == (10, 0)
    assert (Cell("a11").column, Cell("a11").row) == (0, 10)
    assert Cell("a1") < Cell("b1") < Cell("a2")


def test_the_first_card_lies_on_f6_with_five_cells_to_every_side() -> None:
    assert Cell("f6") is ORIGIN
    assert (ORIGIN.column, ORIGIN.row) == (5, 5)


def test_a_cell_is_found_by_its_number_and_by_column_and_row() -> None:
    for cell in ALL_CELLS:
        assert Cell(int(cell)) is cell
        assert Cell.at(cell.column, cell.row) is cell


@pytest.mark.parametrize("cell", ALL_CELLS[::7])
def test_a_cell_survives_pickling_and_copying_as_the_very_same_cell(cell: Cell) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(cell, protocol)) is cell
    assert copy.copy(cell) is cell
    assert copy.deepcopy([cell])[0] is cell


@pytest.mark.parametrize(
    "came", ["", "f", "f0", "f12", "l6", "F6", "6f", "f06", " f6", -1, 121, None]
)
def test_what_is_no_cell_is_unreadable_and_the_sentence_says_what_came(came: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        Cell(came)
    assert caught.value.code == "unreadable-cell"
    assert caught.value.sentence == (
        f"cell: expected a letter a to k and a number 1 to 11, got {came!r}"
    )


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (0, -1), (11, 0), (0, 11)])
def test_a_column_or_row_beyond_the_eleven_is_unreadable(column: int, row: int) -> None:
    with pytest.raises(UnreadableError, match="a column and a row 0 to 10"):
        Cell.at(column, row)
