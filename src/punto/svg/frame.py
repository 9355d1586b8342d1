"""Which part of the floating table a picture shows, and where each cell is in it."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.svg.box import Box
from punto.svg.face import CELL
from punto.svg.pieces import Cell

ORIGIN = 5
"""Column and row of the cell where the first card of a round lies."""

MARGIN = 25
GUTTER = 22
"""Room for the names of columns and rows."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The cells in a picture and their places on the paper."""

    occupied: Box
    shown: Box
    gutter: float

    @classmethod
    def of(cls, occupied: Iterable[Cell], marked: Iterable[Cell], *, coordinates: bool) -> "Frame":
        """Frame the cards with the ring around them, and whatever else is marked."""
        cells, others = list(occupied), list(marked)
        box = Box.around(cells) if cells else Box(ORIGIN, ORIGIN, ORIGIN, ORIGIN)
        shown = box.ringed()
        if others:
            shown = shown.joined(Box.around(others))
        return cls(box, shown, GUTTER if coordinates else 0)

    @property
    def width(self) -> float:
        """The picture's width in drawing units."""
        return self.gutter + len(self.shown.columns) * CELL + 2 * MARGIN

    @property
    def height(self) -> float:
        """The picture's height in drawing units."""
        return self.gutter + len(self.shown.rows) * CELL + 2 * MARGIN

    def x(self, column: float) -> float:
        """Find the middle of a column."""
        return self.gutter + MARGIN + (column - self.shown.left + 0.5) * CELL

    def y(self, row: float) -> float:
        """Find the middle of a row; rows count upwards, paper downwards."""
        return MARGIN + (self.shown.top - row + 0.5) * CELL

    def place(self, cell: Cell) -> tuple[float, float]:
        """Find the middle of a cell."""
        return self.x(cell.column), self.y(cell.row)
