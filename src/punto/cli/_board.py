"""Draws a table and a position in the terminal, in colour where possible."""

from collections.abc import Collection, Sequence

from rich.console import Console
from rich.text import Text

from punto.cli._language import card_name, say
from punto.cli._sentences import edition_name
from punto.rules.card import Card
from punto.rules.cell import LETTERS, ORIGIN, Cell
from punto.rules.ending import RoundEnd
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
NO_MARKS, LAST_MARKS, ROW_MARKS = "  ", "[]", "><"
"""What stands on both sides of a card."""


def draw_card(card: Card) -> Text:
    """Draw a card."""
    return Text(f" {card} ", STYLES[card.colour])


def draw_board(
    table: Table,
    legal: Collection[Cell] = (),
    last: Cell | None = None,
    rows: Collection[Cell] = (),
) -> Text:
    """Draw a table: + marks a legal free cell, and * a card that the card in hand can cover.

    [R5] is the last card, and >R5< one in the `rows` that decided the round.
    """
    stacks = table.stacks()
    cells = [*stacks, *legal] or [ORIGIN]
    columns = range(min(c.column for c in cells), max(c.column for c in cells) + 1)
    lines = range(min(c.row for c in cells), max(c.row for c in cells) + 1)
    text = Text()
    for row in reversed(lines):
        text.append(f"{row + 1:>3} ", "dim")
        for column in columns:
            cell = Cell.at(column, row)
            marks = ROW_MARKS if cell in rows else LAST_MARKS if cell == last else NO_MARKS
            text.append_text(draw_cell(stacks.get(cell, ()), cell in legal, marks))
        text.append("\n")
    text.append("    " + "".join(f"  {LETTERS[column]}   " for column in columns), "dim")
    return text


def cells_of_runs(end: RoundEnd | None) -> set[Cell]:
    """Return the cells of all runs that decided a round: the line, or those that were counted."""
    return {cell for runs in end.runs for run in runs for cell in run.cells} if end else set()


def draw_cell(cards: tuple[Card, ...], legal: bool, marks: str = NO_MARKS) -> Text:
    """Draw a cell, six characters wide, with a mark on each side of its card."""
    if not cards:
        return Text(f"  {FREE_MARK if legal else '·'}   ", "" if legal else "dim")
    text = Text(marks[0])
    text.append(str(cards[-1]), STYLES[cards[-1].colour])
    text.append(marks[1])
    text.append(f"{HEIGHTS[len(cards)]}{COVER_MARK if legal else ' '}")
    return text


def print_position(
    console: Console,
    position: Position,
    names: Sequence[str] | None,
    rows: Collection[Cell] = (),
) -> None:
    """Print a position under a summary of its match."""
    title = f"{say(f'mode.{position.mode.name}')}. {edition_name(position.edition)}."
    where = say("replay.where", round=position.round_number, count=len(position.table))
    score = say("over.score", score=" : ".join(map(str, position.score.wins)))
    console.print(title, markup=False)
    if names:
        numbered = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
        console.print(f"{say('players')}: {numbered}.", markup=False)
    console.print(f"{where}. {score}", markup=False)
    console.print()
    table = position.table
    console.print(draw_board(table, position.legal_cells, table.last, rows))
    console.print()


def print_turn(console: Console, name: str, card: Card) -> None:
    """Print who has to place which card."""
    console.print(draw_card(card), end=" ")
    console.print(say("tell.turn", name=name, card=card_name(card)), markup=False)
