"""Players with one habit: as strong as `hard`, but for one thing that they always or never do.

How they fare against `hard` says what the habit is worth. None of them passes up a win.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from punto.bots import Bot, load_bot
from punto.bots.levels import LEVELS
from punto.bots.styles import Style
from punto.rules.cell import Cell
from punto.rules.facts import SPAN
from punto.rules.position import Position

ALWAYS = 1.0
"""More than any difference between two cells: chances go from 0 to 1."""

SLIGHTLY = 0.03
"""What a cell in the middle is worth to a player who likes the centre, in chances to win."""

MIDDLE = 1.5
"""How far a cell in the middle is at most from the centre of all cards, in columns and rows."""

Liking = Callable[[Position, Cell], float]
MISJUDGEMENT = next(level.misjudgement for level in LEVELS if level.name == "hard")


def covers_rival(position: Position, cell: Cell) -> bool:
    """Whether placing the card in hand on a cell covers a card of another side."""
    covered, seat = position.table[cell], position.seat
    assert seat is not None
    return covered is not None and covered.colour not in position.mode.side_of(seat).colours


def is_nine(position: Position) -> bool:
    """Whether the card in hand is a nine."""
    return position.card is not None and position.card.value == 9


def is_central(position: Position, cell: Cell) -> bool:
    """Whether a cell is near the centre of all cards on the table, once they spread far enough."""
    box = position.table.box
    if max(box.width, box.height) < SPAN - 2:
        return False
    column = cell.column - (box.left + (box.width - 1) / 2)
    row = cell.row - (box.bottom + (box.height - 1) / 2)
    return max(abs(column), abs(row)) <= MIDDLE


HABITS: Mapping[str, tuple[str, Liking]] = {
    "never-covers": (
        "never covers a rival's card unless that wins",
        lambda position, cell: -ALWAYS * covers_rival(position, cell),
    ),
    "always-covers": (
        "covers a rival's card whenever it can",
        lambda position, cell: ALWAYS * covers_rival(position, cell),
    ),
    "likes-the-centre": (
        "prefers the middle of the table a little",
        lambda position, cell: SLIGHTLY * is_central(position, cell),
    ),
    "likes-the-edge": (
        "avoids the middle of the table a little",
        lambda position, cell: -SLIGHTLY * is_central(position, cell),
    ),
    "nines-on-top": (
        "uses every nine to cover a rival's card",
        lambda position, cell: ALWAYS * (is_nine(position) and covers_rival(position, cell)),
    ),
    "nines-beside": (
        "never covers a rival's card with a nine unless that wins",
        lambda position, cell: -ALWAYS * (is_nine(position) and covers_rival(position, cell)),
    ),
}
"""For each habit a phrase that follows "a player who", and how much it likes a cell."""


@dataclass(frozen=True, slots=True)
class Habit(Style):
    """A style that likes one thing only."""

    likes: Liking = lambda _position, _cell: 0.0

    def liking(self, position: Position, cell: Cell) -> float:
        """Return how much it likes a cell, in chances to win."""
        return self.likes(position, cell)


def player_named(name: str) -> Bot:
    """Return a player with a habit, or the bot of this name."""
    if name not in HABITS:
        return load_bot(name)
    character, likes = HABITS[name]
    return Habit(name, character, (), MISJUDGEMENT, likes=likes).bot()
