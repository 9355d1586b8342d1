"""The legal cells of a moment, as matches, rounds, positions and views have them."""

from punto.rules.cell import Cell
from punto.rules.deprecation import deprecated


class LegalCells(tuple[Cell, ...]):
    """The cells where the card in hand may be placed, sorted."""

    __slots__ = ()

    def __contains__(self, cell: object) -> bool:
        """Whether a cell is among them, by itself or by its name."""
        return super().__contains__(Cell(cell) if isinstance(cell, str) else cell)

    def __call__(self) -> list[Cell]:
        """List them; `legal_cells` was a method once."""
        deprecated("legal_cells()", "legal_cells, which is an attribute")
        return list(self)


NO_CELLS = LegalCells()
