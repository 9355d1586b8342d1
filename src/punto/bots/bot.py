"""A bot: a computer player."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from punto.rules.cell import Cell
from punto.rules.errors import TurnError
from punto.rules.view import View

Choose = Callable[[View, Random], Cell]
"""Chooses a legal cell for the card in hand; all randomness comes from the generator given."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A named player, with a sentence about its character that helps people choose."""

    name: str
    character: str
    choose: Choose
    unhurried: Choose | None = None
    """The same without looking at the clock, so that a seed gives the same match on every machine;
    None if `choose` never looks at it."""
    names: tuple[str, ...] = ()
    """What people call it at a table, the same in every language. Each bot at a table takes another
    one, so a bot that may sit at all seats has as many; a bot without any goes by `name`."""

    def choose_by_seed(self, view: View, random: Random) -> Cell:
        """Choose the same cell for the same generator state, however long it takes."""
        return (self.unhurried or self.choose)(view, random)


def check_turn(view: View) -> None:
    """Refuse a view in which the viewer has no card to place."""
    if not view.legal_cells:
        raise TurnError("no-card", "there is no card in hand to place")
