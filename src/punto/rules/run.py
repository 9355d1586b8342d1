"""Runs: unbroken straight rows of visible cards of one colour."""

from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.facts import Colour


class Run(NamedTuple):
    """One run, as long as it goes, with its cells in order."""

    cells: tuple[Cell, ...]
    cards: tuple[Card, ...]

    @property
    def colour(self) -> Colour:
        """The colour of all its cards."""
        return self.cards[0].colour

    @property
    def points(self) -> int:
        """The sum of its cards' values."""
        return sum(card.value for card in self.cards)

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.cards))} from {self.cells[0]} to {self.cells[-1]}"
