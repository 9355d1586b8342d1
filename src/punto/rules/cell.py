"""Cells of the table, named from the first card of the round, which lies on f6."""

from punto.rules.errors import UnreadableError

REACH = 11
"""Columns, and rows, that a card can ever lie in: five either side of the first card."""

LETTERS = "abcdefghijk"


class Cell(int):
    """A place for a card: ``Cell("g6")``.

    As a number it is 11 * row + column, both counted from 0 at a1, so cells sort
    from left to right and then from bottom to top.
    """

    __slots__ = ()

    def __new__(cls, cell: "str | int") -> "Cell":
        """Read a cell's name, or take a cell's number."""
        found = KNOWN.get(cell)
        if found is None:
            raise UnreadableError(
                "cell", expected="a letter a to k and a number 1 to 11", came=cell
            )
        return found

    @classmethod
    def at(cls, column: int, row: int) -> "Cell":
        """Find the cell in a column and row, both counted from 0."""
        if not (0 <= column < REACH and 0 <= row < REACH):
            raise UnreadableError("cell", expected="a column and a row 0 to 10", came=(column, row))
        return ALL_CELLS[row * REACH + column]

    @property
    def column(self) -> int:
        """How many cells right of column a."""
        return self % REACH

    @property
    def row(self) -> int:
        """How many cells above row 1."""
        return self // REACH

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Cell('{self}')"


ALL_CELLS = tuple(int.__new__(Cell, number) for number in range(REACH * REACH))
NAMES = tuple(f"{LETTERS[cell % REACH]}{cell // REACH + 1}" for cell in range(REACH * REACH))
KNOWN: dict[str | int, Cell] = {
    **{int(cell): cell for cell in ALL_CELLS},
    **{NAMES[cell]: cell for cell in ALL_CELLS},
}

ORIGIN = KNOWN["f6"]
"""Where the first card of every round lies."""
