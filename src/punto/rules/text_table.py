"""The table in text: in one word, and drawn line by line."""

from collections.abc import Iterator, Mapping, Sequence

from punto.rules.card import Card, check_copies, read_cards
from punto.rules.cell import LETTERS, ORIGIN, Box, Cell
from punto.rules.errors import UnreadableError

HEIGHTS = "  ²³⁴⁵⁶⁷⁸⁹"


def drawn_table(stacks: Mapping[Cell, Sequence[Card]]) -> Iterator[str]:
    """Draw the visible cards in lines of text; a small raised number is the height of a stack."""
    box = Box.around(list(stacks) or [ORIGIN])
    for row in reversed(box.rows):
        drawn = (drawn_stack(stacks.get(Cell.at(column, row), ())) for column in box.columns)
        yield f"{row + 1:>2}  {' '.join(drawn)}".rstrip()
    yield f"    {' '.join(f' {LETTERS[column]} ' for column in box.columns)}".rstrip()


def drawn_stack(cards: Sequence[Card]) -> str:
    """Draw one cell in three characters."""
    return f"{cards[-1]}{HEIGHTS[len(cards)]}" if cards else " · "


def read_stacks(text: str) -> dict[Cell, tuple[Card, ...]]:
    """Read the one-word text of a table, as in ``f6:R3B7,g6:O1``."""
    if not isinstance(text, str):
        raise UnreadableError("table", expected="text as in f6:R3B7,g6:O1", came=text)
    stacks: dict[Cell, tuple[Card, ...]] = {}
    for part in text.split(",") if text else ():
        name, _, cards = part.partition(":")
        if not cards or len(cards) % 2 or Cell(name) in stacks:
            raise UnreadableError(
                "table", expected="cells and cards as in f6:R3B7,g6:O1", came=part
            )
        stacks[Cell(name)] = read_cards(cards[i : i + 2] for i in range(0, len(cards), 2))
    check_copies(card for cards in stacks.values() for card in cards)
    return stacks
