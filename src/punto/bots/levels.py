"""The levels: one search, thinking shorter or longer, and erring as people do.

A weaker level does not play at random. On some turns it overlooks that diagonals are lines too,
for itself and for the others, and it does not notice every card that it could cover.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from punto.bots.bot import Bot
from punto.engine import Budget, choose
from punto.engine.search import search
from punto.rules.cell import Cell
from punto.rules.position import Position
from punto.rules.view import View


@dataclass(frozen=True, slots=True)
class Level:
    """How long a level thinks, and what escapes it."""

    name: str
    character: str
    simulations: int
    milliseconds: int
    overlooked_diagonals: float = 0.0
    """On which share of its turns it does not see diagonals."""
    overlooked_covers: float = 0.0
    """How many of the cards that it could cover it does not notice."""

    def bot(self) -> Bot:
        """Make a player of it."""
        return Bot(self.name, self.character, self.choose, self.choose_unhurried)

    def choose(self, view: View, random: Random) -> Cell:
        """Choose a cell in time."""
        return self.search(view.position, random, Budget(self.simulations, self.milliseconds))

    def choose_unhurried(self, view: View, random: Random) -> Cell:
        """Choose the same cell on every machine."""
        return self.search(view.position, random, Budget(self.simulations))

    def search(self, position: Position, random: Random, budget: Budget) -> Cell:
        """Look for the best of the cells that are noticed."""
        seed, blind = random.getrandbits(64), random.random() < self.overlooked_diagonals
        noticed = self.noticed(position, random)
        if not blind and len(noticed) == len(position.legal_cells()):
            return choose(position, budget, seed=seed)
        counts = search(position, budget, seed, diagonals=not blind).counts()
        visits = dict(zip(position.legal_cells(), counts, strict=True))
        return max(noticed, key=visits.__getitem__)

    def noticed(self, position: Position, random: Random) -> Sequence[Cell]:
        """List the legal cells that come to mind: all empty ones, and some cards to cover."""
        legal = position.legal_cells()
        return [
            cell
            for cell in legal
            if random.random() >= self.overlooked_covers or position.table[cell] is None
        ] or legal


LEVELS = (
    Level(
        "easy",
        "Still learning the game: sees rows across and down, rarely diagonals, covers too little.",
        simulations=120,
        milliseconds=10,
        overlooked_diagonals=0.6,
        overlooked_covers=0.5,
    ),
    Level(
        "medium",
        "Plays a solid game among friends, but sometimes misses a diagonal or a chance to cover.",
        simulations=350,
        milliseconds=20,
        overlooked_diagonals=0.25,
        overlooked_covers=0.3,
    ),
    Level(
        "hard",
        "Thinks a few cards ahead, and rarely lets you get away with anything.",
        simulations=1_200,
        milliseconds=45,
        overlooked_diagonals=0.04,
        overlooked_covers=0.04,
    ),
    Level(
        "expert",
        "Weighs every card that you may still hold, and forgives nothing.",
        simulations=40_000,
        milliseconds=280,
    ),
)
