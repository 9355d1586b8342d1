"""The table drawn in text."""

from collections.abc import Iterator, Mapping, Sequence

from punto.rules.card import Card
from punto.rules.cell import LETTERS, ORIGIN, Box, Cell

HEIGHTS = "  ²³⁴⁵⁶⁷⁸⁹"


def text_table(stacks: Mapping[Cell, Sequence[Card]]) -> Iterator[str]:
    """Draw the visible cards in lines of text, with the height of a stack raised beside it."""
    box = Box.around(list(stacks) or [ORIGIN])
    for row in reversed(box.rows):
        drawn = (drawn_stack(stacks.get(Cell.at(column, row), ())) for column in box.columns)
        yield f"{row + 1:>2}  {' '.join(drawn)}".rstrip()
    yield f"    {' '.join(f' {LETTERS[column]} ' for column in box.columns)}".rstrip()


def drawn_stack(cards: Sequence[Card]) -> str:
    """Draw one cell in three characters."""
    return f"{cards[-1]}{HEIGHTS[len(cards)]}" if cards else " · "
