"""Runs of every length in every direction at every place of the square."""

from collections.abc import Iterator
from itertools import product

import pytest

from punto import Card, Cell, Colour, Table
from punto.rules.kernel import LINE

DIRECTIONS = {"row": (1, 0), "column": (0, 1), "rising": (1, 1), "falling": (1, -1)}
CORNERS = {"f6 lower left": (5, 5), "f6 upper right": (0, 0), "f6 in the middle": (3, 2)}
Place = tuple[int, int]


def places(direction: Place, length: int) -> Iterator[list[Place]]:
    """List all runs of a length that fit in the square, as columns and rows from 0."""
    right, up = direction
    for column, row in product(range(6), repeat=2):
        run = [(column + step * right, row + step * up) for step in range(length)]
        if all(0 <= here < 6 and 0 <= there < 6 for here, there in run):
            yield run


def full_square(corner: Place) -> Table:
    """Lay an orange one on each of the 36 cells."""
    table = Table()
    cells = [Cell.at(corner[0] + x, corner[1] + y) for x, y in product(range(6), repeat=2)]
    cells.sort(key=lambda cell: max(abs(cell.column - 5), abs(cell.row - 5)))
    for cell in cells:
        table.place("O1", cell)
    return table


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("length", [3, 4, 5, 6])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_run_is_found_wherever_it_lies_and_with_its_exact_length_only(
    direction: str, length: int, corner: str
) -> None:
    empty = full_square(CORNERS[corner])
    found = 0
    for run in places(DIRECTIONS[direction], length):
        cells = [
            Cell.at(column + CORNERS[corner][0], row + CORNERS[corner][1]) for column, row in run
        ]
        table = empty.copy()
        for value, cell in enumerate(cells, start=2):
            table.place(f"R{value}", cell)
        for asked in (3, 4, 5, 6):
            runs = table.runs(Colour.RED, asked)
            assert len(runs) == (asked == length)
            if runs:
                assert set(runs[0].cells) == set(cells)
                assert runs[0].points == sum(range(2, 2 + length))
            for cell in cells:
                through = table.runs_through(cell, asked)
                assert len(through) == (asked <= length)
        found += 1
    free = 7 - length
    assert found == (6 * free if direction in ("row", "column") else free * free)


@pytest.mark.parametrize("length", [3, 4, 5, 6])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_any_card_of_a_run_may_be_the_one_that_completes_it(direction: str, length: int) -> None:
    empty = full_square((5, 5))
    for run in places(DIRECTIONS[direction], length):
        cells = [Cell.at(column + 5, row + 5) for column, row in run]
        for last in cells:
            table = empty.copy()
            for cell in cells:
                if cell != last:
                    assert not table.lay(Card("R2"), cell, length) & LINE
            assert table.copy().lay(Card("R3"), last, length) & LINE
            assert not table.copy().lay(Card("B3"), last, length) & LINE
            assert not table.copy().lay(Card("R3"), last, 0) & LINE
            if length < 6:
                assert not table.copy().lay(Card("R3"), last, length + 1) & LINE


@pytest.mark.parametrize("colour", Colour)
def test_runs_are_found_in_each_colour_alone(colour: Colour) -> None:
    table = Table()
    for value, cell in enumerate(("f6", "g6", "h6", "i6"), start=1):
        table.place(f"{colour.letter}{value}", cell)
    for other in Colour:
        assert len(table.runs(other, 4)) == (other is colour)


def test_a_run_does_not_go_on_over_the_edge_of_the_square_into_the_next_row() -> None:
    table = full_square((5, 5))
    for column, row in [(5, 1), (5, 2), (5, 3), (0, 2), (0, 3), (0, 4)]:
        table.place("R9", Cell.at(5 + column, 5 + row))
    assert [len(table.runs(Colour.RED, length)) for length in (3, 4, 5, 6)] == [2, 0, 0, 0]


def test_two_runs_in_one_row_are_two_and_a_longer_one_is_one() -> None:
    table = Table()
    for cell, card in zip("fghijk", ("R1", "R2", "B3", "R4", "R5", "R6"), strict=True):
        table.place(card, f"{cell}6")
    assert [len(table.runs(Colour.RED, length)) for length in (3, 4, 5, 6)] == [1, 0, 0, 0]
    table.place("R9", "h6")
    assert [len(table.runs(Colour.RED, length)) for length in (3, 4, 5, 6)] == [0, 0, 0, 1]
