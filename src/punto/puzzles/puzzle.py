"""A puzzle: a position, the one right cell, and how hard it is to find."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256

from punto.notation.position import read_position
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.rules.position import Position

NAME_LENGTH = 8
FIELDS = 6


class Kind(StrEnum):
    """What a puzzle asks for."""

    WIN = "win"
    """Complete a line with the card in hand. There is one cell that does; the rules prove it."""
    STOP = "stop"
    """Keep the next player from completing a line; the rules prove that only one cell does."""
    COVER = "cover"
    """Cover the right card."""
    STALEMATE = "stalemate"
    """Play for the count of rows, because the round ends without a line."""
    BEST = "best"
    """Find the best cell, which is better than all others by a clear margin."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one right answer."""

    kind: Kind
    answer: Cell
    rating: int
    """How hard it is, on the scale of Glicko."""
    deviation: int
    """The standard error of the rating."""
    margin: int
    """By how many percentage points the answer's chance exceeds that of every other cell."""
    text: str
    """The position in one line."""

    @cached_property
    def position(self) -> Position:
        """The position, with the card to place."""
        return read_position(self.text)

    @cached_property
    def name(self) -> str:
        """Eight hexadecimal digits that follow from the position."""
        return sha256(self.text.encode()).hexdigest()[:NAME_LENGTH]

    @property
    def mode(self) -> str:
        """The name of the mode."""
        return self.text.split(" ", 1)[0]

    def to_line(self) -> str:
        """Write the puzzle as `read_puzzle` reads it."""
        numbers = f"{self.rating} {self.deviation} {self.margin}"
        return f"{self.kind} {self.answer} {numbers} {self.text}"


def read_puzzle(line: str) -> Puzzle:
    """Read a puzzle from a line of a file; the position is read when it is asked for."""
    fields = line.rstrip("\n").split(" ", FIELDS - 1)
    try:
        kind, answer, rating, deviation, margin, text = fields
        numbers = int(rating), int(deviation), int(margin)
        return Puzzle(Kind(kind), Cell(answer), *numbers, text)
    except ValueError:
        expected = "a kind, a cell, three numbers and a position"
        raise UnreadableError("puzzle", expected=expected, came=line) from None
