"""Draws a table and a position in the terminal, in colour where possible."""

from collections.abc import Collection, Sequence

from rich.console import Console
from rich.text import Text

from punto.cli._language import card_name, say
from punto.cli._sentences import edition_name
from punto.rules.card import Card
from punto.rules.cell import LETTERS, ORIGIN, Cell
from punto.rules.facts import Colour
from punto.rules.position import Position
from punto.rules.table import Table
from punto.rules.text_table import HEIGHTS

STYLES = {
    Colour.RED: "bold #ffffff on #c92e44",
    Colour.ORANGE: "bold #2a1a00 on #f2a71b",
    Colour.BLUE: "bold #ffffff on #2a66c6",
    Colour.GREEN: "bold #ffffff on #217b54",
}
FREE_MARK = "+"
COVER_MARK = "*"


def draw_card(card: Card) -> Text:
    """Draw a card."""
    return Text(f" {card} ", STYLES[card.colour])


def draw_board(table: Table, legal: Collection[Cell] = (), last: Cell | None = None) -> Text:
    """Draw a table: + marks a legal free cell, and * a card that the card in hand can cover."""
    stacks = table.stacks()
    cells = [*stacks, *legal] or [ORIGIN]
    columns = range(min(c.column for c in cells), max(c.column for c in cells) + 1)
    rows = range(min(c.row for c in cells), max(c.row for c in cells) + 1)
    text = Text()
    for row in reversed(rows):
        text.append(f"{row + 1:>3} ", "dim")
        for column in columns:
            cell = Cell.at(column, row)
            text.append_text(draw_cell(stacks.get(cell, ()), cell in legal, cell == last))
        text.append("\n")
    text.append("    " + "".join(f"  {LETTERS[column]}   " for column in columns), "dim")
    return text


def draw_cell(cards: tuple[Card, ...], legal: bool, last: bool) -> Text:
    """Draw a cell, six characters wide."""
    if not cards:
        return Text(f"  {FREE_MARK if legal else '·'}   ", "" if legal else "dim")
    text = Text("[" if last else " ")
    text.append(str(cards[-1]), STYLES[cards[-1].colour])
    text.append("]" if last else " ")
    text.append(f"{HEIGHTS[len(cards)]}{COVER_MARK if legal else ' '}")
    return text


def print_position(console: Console, position: Position, names: Sequence[str] | None) -> None:
    """Print a position under a summary of its match."""
    title = f"{say(f'mode.{position.mode.name}')}. {edition_name(position.edition)}."
    where = say("replay.where", round=position.round, count=len(position.table))
    score = say("over.score", score=" : ".join(map(str, position.score.wins)))
    console.print(title, markup=False)
    if names:
        numbered = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
        console.print(f"{say('players')}: {numbered}.", markup=False)
    console.print(f"{where}. {score}", markup=False)
    console.print()
    console.print(draw_board(position.table, position.legal_cells(), position.table.last))
    console.print()


def print_turn(console: Console, name: str, card: Card) -> None:
    """Print who has to place which card."""
    console.print(draw_card(card), end=" ")
    console.print(say("tell.turn", name=name, card=card_name(card)), markup=False)
