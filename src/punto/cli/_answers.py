"""What people type when they are asked for a cell: commands, and cards instead of cells."""

from punto.cli._board import COVER_MARK, FREE_MARK
from punto.cli._language import say
from punto.rules.card import Card
from punto.rules.cell import KNOWN
from punto.rules.errors import UnreadableError
from punto.rules.table import Table

COMMAND_WORDS = {
    "undo": ("undo",),
    "resign": ("resign",),
    "help": ("", "h", "help", "?"),
    "quit": ("q", "quit", "exit"),
}
CONFIRMATIONS = {"yes": ("y", "yes")}
"""Understood in every language, in addition to the words of the reader's own."""


def is_command(answer: str, name: str) -> bool:
    """Whether the answer is this command, in English or in the reader's language."""
    return answer in (*(COMMAND_WORDS | CONFIRMATIONS)[name], say(f"play.word.{name}"))


def help_text() -> str:
    """Return the list of what can be typed."""
    commands = {say(f"play.word.{name}"): say(f"play.help.{name}") for name in COMMAND_WORDS}
    width = max(map(len, commands))
    lines = (f"  {word:<{width}}  {what}" for word, what in commands.items())
    return "\n".join((say("play.help.cell", free=FREE_MARK, cover=COVER_MARK), *lines))


def question_card(answer: str, table: Table, hand: Card) -> str | None:
    """Return a sentence that asks back if an answer looks like a card, else None.

    R6 can only be a card. G6 is a card and g6 a cell: a capital letter means the card if it lies on
    the table or in the hand, as cards are written with one and cells are not.
    """
    is_cell = answer.lower() in KNOWN
    if is_cell and answer == answer.lower():
        return None
    try:
        card = Card(answer.upper())
    except UnreadableError:
        return None
    cells = [str(cell) for cell, cards in table.stacks().items() if cards[-1] == card]
    if cells:
        sentence = say("play.card.on_table", card=str(card), cells=", ".join(cells))
    elif card == hand:
        sentence = say("play.card.in_hand", card=str(card))
    elif is_cell:
        return None
    else:
        sentence = say("play.card.elsewhere", card=str(card))
    return f"{sentence} {say('play.card.or_cell', cell=answer.lower())}" if is_cell else sentence
