"""What the pictures need to know of cards and cells; the rules own the real ones."""

from typing import Protocol


class Card(Protocol):
    """A card, whose text is its short name, like R7."""

    @property
    def colour(self) -> int:
        """0 red, 1 orange, 2 blue, 3 green."""

    @property
    def value(self) -> int:
        """How many dots it has."""


class Cell(Protocol):
    """A place on the table, whose text is its name, like f6."""

    @property
    def column(self) -> int:
        """Counted from 0 at the left."""

    @property
    def row(self) -> int:
        """Counted from 0 at the bottom."""
