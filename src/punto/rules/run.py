"""Runs: unbroken straight rows of visible cards of one colour."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.facts import Colour

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Row, column and the two diagonals, as steps in column and row."""


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


def runs_of(tops: Mapping[Cell, Card], colour: Colour) -> Iterator[Run]:
    """Find every run of at least two cards of a colour among the visible cards."""
    places = {(cell.column, cell.row): cell for cell, card in tops.items() if card.colour is colour}
    for right, up in DIRECTIONS:
        for column, row in places:
            if (column - right, row - up) in places:
                continue
            cells = []
            while (column, row) in places:
                cells.append(places[column, row])
                column, row = column + right, row + up  # noqa: PLW2901 walks along the run
            if len(cells) > 1:
                yield Run(tuple(cells), tuple(tops[cell] for cell in cells))


