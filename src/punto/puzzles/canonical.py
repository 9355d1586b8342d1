"""The canonical form of a puzzle: the same for puzzles that only look different.

A table may be turned, mirrored and moved, and colours exchanged as long as the order of play stays
the same: the two colours of a side, or all seats by one. The form has the colours of the visible
cards and of the card in hand, but no values, so that nearly equal tables have the same form.
"""

from collections.abc import Iterator
from itertools import product

from punto.rules.cell import Cell
from punto.rules.facts import Colour
from punto.rules.position import Position

Form = tuple[str, int, tuple[tuple[int, int, int], ...]]
"""The mode, the colour of the card in hand, and columns, rows and colours of the visible cards."""


def canonical_form(position: Position) -> Form:
    """Return the least of all forms that symmetries and exchanged colours give."""
    assert position.card is not None
    tops = [(cell, cards[-1].colour) for cell, cards in position.table.stacks().items()]
    return min(
        (position.mode.name, names[position.card.colour], placed(tops, names, symmetry))
        for names in colour_names(position)
        for symmetry in range(8)
    )


def colour_names(position: Position) -> Iterator[dict[Colour, int]]:
    """Yield the ways to number the colours in the order of play, from the seat to move."""
    mode, seat = position.mode, position.seat
    assert seat is not None
    order = [mode.side_of(each) for each in mode.order_from(seat)[: len(mode.sides)]]
    swaps = [(side.colours, side.colours[::-1]) for side in order]
    for colours in product(*swaps):
        names = [colour for side in colours for colour in side]
        neutral = [] if mode.neutral is None else [mode.neutral]
        yield {colour: number for number, colour in enumerate(names + neutral)}


def placed(
    tops: list[tuple[Cell, Colour]], names: dict[Colour, int], symmetry: int
) -> tuple[tuple[int, int, int], ...]:
    """Turn or mirror the visible cards, and move them into the corner."""
    turned = [(*turn(cell.column, cell.row, symmetry), names[colour]) for cell, colour in tops]
    left = min(column for column, _, _ in turned)
    bottom = min(row for _, row, _ in turned)
    return tuple(sorted((column - left, row - bottom, name) for column, row, name in turned))


def turn(column: int, row: int, symmetry: int) -> tuple[int, int]:
    """Apply one of the eight symmetries of a square, numbered from 0, about its corner."""
    column = -column if symmetry & 1 else column
    row = -row if symmetry & 2 else row
    return (row, column) if symmetry & 4 else (column, row)
