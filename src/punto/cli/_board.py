"""Draws a table and a position in the terminal, in colour where possible."""

from collections.abc import Collection, Sequence

from punto.cli._language import card_name, say
from punto.cli._sentences import describe_handicap, edition_name
from punto.cli._terminal import DIM, PLAIN, Style, Terminal, Text
from punto.rules.card import Card
from punto.rules.cell import LETTERS, ORIGIN, Cell
from punto.rules.ending import RoundEnd
from punto.rules.facts import Colour
from punto.rules.position import Position
from punto.rules.table import Table
from punto.rules.text_table import HEIGHTS

BOLD = "1"
WHITE, BROWN = (255, 255, 255), (42, 26, 0)
STYLES = {
    Colour.RED: Style(BOLD, ink=WHITE, paper=(201, 46, 68), basic="97;41"),
    Colour.ORANGE: Style(BOLD, ink=BROWN, paper=(242, 167, 27), basic="30;43"),
    Colour.BLUE: Style(BOLD, ink=WHITE, paper=(42, 102, 198), basic="97;44"),
    Colour.GREEN: Style(BOLD, ink=WHITE, paper=(33, 123, 84), basic="97;42"),
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
        text.append(f"{row + 1:>3} ", DIM)
        for column in columns:
            cell = Cell.at(column, row)
            marks = ROW_MARKS if cell in rows else LAST_MARKS if cell == last else NO_MARKS
            text.append(draw_cell(stacks.get(cell, ()), cell in legal, marks))
        text.append("\n")
    text.append("    " + "".join(f"  {LETTERS[column]}   " for column in columns), DIM)
    return text


def cells_of_runs(end: RoundEnd | None) -> set[Cell]:
    """Return the cells of all runs that decided a round: the line, or those that were counted."""
    return {cell for runs in end.runs for run in runs for cell in run.cells} if end else set()


def draw_cell(cards: tuple[Card, ...], legal: bool, marks: str = NO_MARKS) -> Text:
    """Draw a cell, six characters wide, with a mark on each side of its card."""
    if not cards:
        return Text(f"  {FREE_MARK if legal else '·'}   ", PLAIN if legal else DIM)
    text = Text(marks[0])
    text.append(str(cards[-1]), STYLES[cards[-1].colour])
    text.append(marks[1])
    text.append(f"{HEIGHTS[len(cards)]}{COVER_MARK if legal else ' '}")
    return text


def print_position(
    terminal: Terminal,
    position: Position,
    names: Sequence[str] | None,
    rows: Collection[Cell] = (),
) -> None:
    """Print a position under a summary of its match."""
    title = f"{say(f'mode.{position.mode.name}')}. {edition_name(position.edition)}."
    where = say("replay.where", round=position.round_number, count=len(position.table))
    score = say("over.score", score=" : ".join(map(str, position.score.wins)))
    terminal.print(title)
    if names:
        numbered = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
        terminal.print(f"{say('players')}: {numbered}.")
    terminal.print(f"{where}. {score}")
    if position.options.handicap:
        terminal.print(describe_handicap(position.mode, position.handicap_cards, names))
    terminal.print()
    table = position.table
    terminal.print(draw_board(table, position.legal_cells, table.last, rows))
    terminal.print()


def print_turn(terminal: Terminal, name: str, card: Card) -> None:
    """Print who has to place which card."""
    terminal.print(draw_card(card), end=" ")
    terminal.print(say("tell.turn", name=name, card=card_name(card)))
