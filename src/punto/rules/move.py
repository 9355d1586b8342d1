"""A move: a card and where it goes, whoever places it."""

from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.cell import Cell


class Move(NamedTuple):
    """A card and where it goes: ``R3@f6`` beside other cards, ``O9xg6`` on top of one."""

    card: Card
    on_top: bool
    cell: Cell

    def __str__(self) -> str:
        return f"{self.card}{'x' if self.on_top else '@'}{self.cell}"
