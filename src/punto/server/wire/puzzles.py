"""Puzzles as clients get them, with their answers."""

from typing_extensions import TypedDict

from punto.server.wire.analysis import ReasonShape
from punto.server.wire.words import SeatNumber


class PuzzleShape(TypedDict):
    """A puzzle: the one right cell for the card in hand."""

    name: str
    kind: str
    mode: str
    rating: int
    """How hard it is, on the scale of Glicko-2."""
    deviation: int
    """The standard error of the rating."""
    margin: int
    """By how many percentage points the answer is better than every other cell."""
    seat: SeatNumber
    card: str
    cells: str
    """The legal cells for the card, separated by spaces."""
    answer: str
    stacks: dict[str, str]
    """For each cell that has cards: all of them, from bottom to top."""


class Puzzles(TypedDict):
    """How many puzzles there are, by mode and kind."""

    counts: dict[str, dict[str, int]]


class PuzzleReasons(TypedDict):
    """Why the answer of a puzzle is right, and what is good or bad about another cell."""

    answer: list[ReasonShape]
    tried: list[ReasonShape]
