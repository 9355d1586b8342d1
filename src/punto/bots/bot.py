"""A bot: a player that is not a person."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from punto.rules.cell import Cell
from punto.rules.view import View

Choose = Callable[[View, Random], Cell]
"""Choose a legal cell for the card in hand; all chance comes from the generator given."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A named player, with one sentence about its character for people to choose by."""

    name: str
    character: str
    choose: Choose
    unhurried: Choose | None = None
    """The same without a look at the clock, so that a seed gives the same match everywhere;
    None if `choose` never looks at it."""

    def choose_by_seed(self, view: View, random: Random) -> Cell:
        """Choose as the seed of the generator says, however long it takes."""
        return (self.unhurried or self.choose)(view, random)
