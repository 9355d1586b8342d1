"""The table on a terminal, in colour where there is colour, and readable without."""

from collections.abc import Collection

from rich.text import Text

from punto.rules.card import Card
from punto.rules.cell import LETTERS, ORIGIN, Cell
from punto.rules.facts import Colour
from punto.rules.table import Table
from punto.rules.text_table import HEIGHTS

STYLES = {
    Colour.RED: "bold #ffffff on #c92e44",
    Colour.ORANGE: "bold #2a1a00 on #f2a71b",
    Colour.BLUE: "bold #ffffff on #2a66c6",
    Colour.GREEN: "bold #ffffff on #217b54",
}
FREE = "+"
COVER = "*"


def card_text(card: Card) -> Text:
    """Draw one card."""
    return Text(f" {card} ", STYLES[card.colour])


def board(table: Table, legal: Collection[Cell] = (), last: Cell | None = None) -> Text:
    """Draw a table: + marks a free cell and * a card that the card in hand can go to."""
    stacks = table.stacks()
    cells = [*stacks, *legal] or [ORIGIN]
    columns = range(min(c.column for c in cells), max(c.column for c in cells) + 1)
    rows = range(min(c.row for c in cells), max(c.row for c in cells) + 1)
    text = Text()
    for row in reversed(rows):
        text.append(f"{row + 1:>3} ", "dim")
        for column in columns:
            cell = Cell.at(column, row)
            text.append_text(square(stacks.get(cell, ()), cell in legal, cell == last))
        text.append("\n")
    text.append("    " + "".join(f"  {LETTERS[column]}   " for column in columns), "dim")
    return text


def square(cards: tuple[Card, ...], legal: bool, last: bool) -> Text:
    """Draw one cell in six characters."""
    if not cards:
        return Text(f"  {FREE if legal else '·'}   ", "" if legal else "dim")
    text = Text("[" if last else " ")
    text.append(str(cards[-1]), STYLES[cards[-1].colour])
    text.append("]" if last else " ")
    text.append(f"{HEIGHTS[len(cards)]}{COVER if legal else ' '}")
    return text
