"""Tables and cells drawn in text, so that a test shows what it is about."""

from punto import Cell


def table_text(picture: str, corner: str = "f6") -> str:
    """Read lines of stacks such as ``R3 B1B7 .``; the lower left one lies on the corner."""
    first = Cell(corner)
    lines = [line.split() for line in picture.strip().splitlines()]
    return ",".join(
        f"{Cell.at(first.column + column, first.row + row)}:{stack}"
        for row, line in enumerate(reversed(lines))
        for column, stack in enumerate(line)
        if stack != "."
    )


def cells(text: str) -> tuple[Cell, ...]:
    """Read cells with spaces between them."""
    return tuple(map(Cell, text.split()))


def neighbours(cell: str) -> set[Cell]:
    """List the up to eight cells around one."""
    middle = Cell(cell)
    return {
        Cell.at(column, row)
        for column in range(middle.column - 1, middle.column + 2)
        for row in range(middle.row - 1, middle.row + 2)
        if (column, row) != (middle.column, middle.row) and 0 <= column < 11 and 0 <= row < 11
    }


FULL_SQUARE = table_text(
    """
    R9 O9 B9 G9 R9 O9
    B8 G8 R8 O8 B8 G8
    R7 O7 B7 G7 R7 O7
    B6 G6 R6 O6 B6 G6
    R5 O5 B5 G5 R5 O5
    B9 G9 R8 O8 B7 G7
    """
)
"""Thirty-six cells, none lower than 5, in which no two neighbours of a row are of one colour."""
