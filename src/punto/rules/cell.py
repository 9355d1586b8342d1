"""Cells of the table, named from the first card of a round, which lies on f6; boxes of cells."""

from collections.abc import Iterable
from typing import NamedTuple

from punto.rules.errors import UnreadableError
from punto.rules.facts import SPAN
from punto.rules.named_number import NamedNumber

REACH = 2 * SPAN - 1
"""The columns, and rows, that a card can ever lie in: five on either side of the first card."""

LETTERS = "abcdefghijk"


class Cell(NamedNumber):
    """A place for a card: ``Cell("g6")``.

    As a number it is 11 * row + column, both counted from 0 at a1, so cells sort
    from left to right and then from bottom to top.
    """

    __slots__ = ()

    def __new__(cls, cell: "str | int") -> "Cell":
        """Read a cell's name or number."""
        try:
            found = KNOWN.get(cell)
        except TypeError:  # a list, say, is no key of any kind
            found = None
        if found is None:
            raise UnreadableError(
                "cell", expected="a letter a to k and a number 1 to 11", came=cell
            )
        return found

    @classmethod
    def at(cls, column: int, row: int) -> "Cell":
        """Return the cell in a column and row, both counted from 0."""
        if column not in range(REACH) or row not in range(REACH):
            raise UnreadableError("cell", expected="a column and a row 0 to 10", came=(column, row))
        return ALL_CELLS[row * REACH + column]

    @property
    def column(self) -> int:
        """The number of cells to the left of it, from column a."""
        return self % REACH

    @property
    def row(self) -> int:
        """The number of cells below it, from row 1."""
        return self // REACH

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Cell('{self}')"


ALL_CELLS = tuple(int.__new__(Cell, number) for number in range(REACH * REACH))
NAMES = tuple(f"{LETTERS[cell % REACH]}{cell // REACH + 1}" for cell in range(REACH * REACH))
KNOWN: dict[str | int, Cell] = {
    **{cell: cell for cell in ALL_CELLS},  # not by its plain number: a card may have the same
    **{NAMES[cell]: cell for cell in ALL_CELLS},
}

ORIGIN = KNOWN["f6"]
"""Where the first card of every round lies."""


class Box(NamedTuple):
    """A rectangle of cells; the one around all cards must stay within six by six."""

    left: int
    bottom: int
    width: int
    height: int

    @classmethod
    def between(cls, left: int, right: int, bottom: int, top: int) -> "Box":
        """Return the box from a column to a column and from a row to a row, all included."""
        return cls(left, bottom, right - left + 1, top - bottom + 1)

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> "Box":
        """Return the smallest box that holds all of at least one cell."""
        columns, rows = zip(*((cell.column, cell.row) for cell in cells), strict=True)
        return cls.between(min(columns), max(columns), min(rows), max(rows))

    @property
    def right(self) -> int:
        """The last column."""
        return self.left + self.width - 1

    @property
    def top(self) -> int:
        """The last row."""
        return self.bottom + self.height - 1

    @property
    def columns(self) -> range:
        """All columns, from left to right."""
        return range(self.left, self.left + self.width)

    @property
    def rows(self) -> range:
        """All rows, from bottom to top."""
        return range(self.bottom, self.bottom + self.height)

    def cells(self) -> list[Cell]:
        """List all cells in it, the top row first, as one reads."""
        return [Cell.at(column, row) for row in reversed(self.rows) for column in self.columns]

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies in the box."""
        return cell.column in self.columns and cell.row in self.rows

    def union(self, other: "Box") -> "Box":
        """Return the smallest box that holds both."""
        return Box.between(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.bottom, other.bottom),
            max(self.top, other.top),
        )

    def reach(self) -> "Box":
        """Return the cells that can still lie in one square with this box, now or later."""
        return Box.between(
            max(self.right - SPAN + 1, 0),
            min(self.left + SPAN, REACH) - 1,
            max(self.top - SPAN + 1, 0),
            min(self.bottom + SPAN, REACH) - 1,
        )
