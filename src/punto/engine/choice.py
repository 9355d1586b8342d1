"""Choosing a cell: the end of a search, or what can be seen without one."""

from punto.engine.budget import Budget
from punto.engine.search import search
from punto.rules.cell import Cell
from punto.rules.kernel import LINE
from punto.rules.position import Position


def choose(position: Position, budget: Budget, *, seed: int = 1) -> Cell:
    """Choose the best cell for the card in hand."""
    legal = position.legal_cells()
    if len(legal) == 1:
        return legal[0]
    won = winning_cells(position)
    if won:
        return min(won, key=lambda cell: price(position, cell))
    visits = dict(zip(legal, search(position, budget, seed).counts(), strict=True))
    return max(visits, key=visits.__getitem__)


def winning_cells(position: Position) -> list[Cell]:
    """List the cells where the card in hand completes a line of its side."""
    card = position.card
    if card is None or position.mode.line_by_colour[card.colour] == 0:
        return []
    return [
        cell
        for cell in position.legal_cells()
        if position.table.copy().lay(card, cell, position.mode.line) & LINE
    ]


def price(position: Position, cell: Cell) -> int:
    """Give the value of the card that a line through this cell costs for the rest of the match."""
    table, card = position.table.copy(), position.card
    assert card is not None
    table.lay(card, cell)
    runs = table.runs_through(cell, position.mode.line)
    return max(card.value for run in runs for card in run.cards)
