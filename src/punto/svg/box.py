"""Rectangles of cells: the one that holds all cards, and how far it may still grow."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.svg.pieces import Cell

SPAN = 6
"""All cards fit in a square of this many cells a side."""

LAST = 10
"""The last column, and the last row, that has a name."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells, its outermost columns and rows included."""

    left: int
    right: int
    bottom: int
    top: int

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> "Box":
        """Find the smallest box that holds all of at least one cell."""
        places = [(cell.column, cell.row) for cell in cells]
        columns, rows = zip(*places, strict=True)
        return cls(min(columns), max(columns), min(rows), max(rows))

    @property
    def columns(self) -> range:
        """All columns, from left to right."""
        return range(self.left, self.right + 1)

    @property
    def rows(self) -> range:
        """All rows, from bottom to top."""
        return range(self.bottom, self.top + 1)

    @property
    def is_wide(self) -> bool:
        """Whether the edges at the left and right are settled."""
        return len(self.columns) == SPAN

    @property
    def is_high(self) -> bool:
        """Whether the edges at the top and bottom are settled."""
        return len(self.rows) == SPAN

    def reach(self) -> "Box":
        """Find all cells that can still come to lie in one square with this box."""
        return Box(
            max(self.right - SPAN + 1, 0),
            min(self.left + SPAN - 1, LAST),
            max(self.top - SPAN + 1, 0),
            min(self.bottom + SPAN - 1, LAST),
        )

    def ringed(self) -> "Box":
        """Add the ring of neighbours, where the table can still grow that far."""
        reach = self.reach()
        ring = Box(
            max(self.left - 1, reach.left),
            min(self.right + 1, reach.right),
            max(self.bottom - 1, reach.bottom),
            min(self.top + 1, reach.top),
        )
        return ring.joined(self)  # a table wider than the rules allow still shows all its cards

    def holds(self, column: int, row: int) -> bool:
        """Tell whether a cell is in the box."""
        return column in self.columns and row in self.rows

    def joined(self, other: "Box") -> "Box":
        """Find the smallest box that holds both."""
        return Box(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.bottom, other.bottom),
            max(self.top, other.top),
        )
