"""The levels: one search that thinks shorter or longer, and makes mistakes as people do.

A weaker level does not play at random. On some turns it overlooks diagonals, its own and those of
others, and it does not notice every card that it could cover.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from punto.bots.bot import Bot, check_turn
from punto.engine import Budget, choose
from punto.engine.search import search
from punto.rules.cell import Cell
from punto.rules.position import Position
from punto.rules.view import View


@dataclass(frozen=True, slots=True)
class Level:
    """How long a level thinks, and what it overlooks."""

    name: str
    character: str
    simulations: int
    milliseconds: int
    names: tuple[str, ...]
    """What people call it at a table."""
    overlooked_diagonals: float = 0.0
    """The share of its turns on which it does not see diagonals."""
    overlooked_covers: float = 0.0
    """The share of the cards it could cover that it does not notice."""

    def bot(self) -> Bot:
        """Return a bot that plays at this level."""
        return Bot(self.name, self.character, self.choose, self.choose_unhurried, self.names)

    def choose(self, view: View, random: Random) -> Cell:
        """Choose a cell within the time limit."""
        check_turn(view)
        return self.search(view.position, random, Budget(self.simulations, self.milliseconds))

    def choose_unhurried(self, view: View, random: Random) -> Cell:
        """Choose the same cell on every machine."""
        check_turn(view)
        return self.search(view.position, random, Budget(self.simulations))

    def search(self, position: Position, random: Random, budget: Budget) -> Cell:
        """Choose the best of the cells that it notices."""
        seed, blind = random.getrandbits(64), random.random() < self.overlooked_diagonals
        noticed = self.noticed(position, random)
        if not blind and len(noticed) == len(position.legal_cells):
            return choose(position, budget, seed=seed)
        counts = search(position, budget, seed, diagonals=not blind).counts()
        visits = dict(zip(position.legal_cells, counts, strict=True))
        return max(noticed, key=visits.__getitem__)

    def noticed(self, position: Position, random: Random) -> Sequence[Cell]:
        """List the legal cells that it notices: all empty ones, and some cards to cover."""
        legal = position.legal_cells
        return [
            cell
            for cell in legal
            if random.random() >= self.overlooked_covers or position.table[cell] is None
        ] or legal


LEVELS = (
    Level(
        "beginner",
        "Has only just learnt the rules: hardly sees a diagonal, "
        "and forgets that cards can be covered.",
        simulations=60,
        milliseconds=8,
        names=("Dot", "Bibi", "Pico", "Fifi"),
        overlooked_diagonals=0.85,
        overlooked_covers=0.75,
    ),
    Level(
        "easy",
        "Still learning the game: sees rows across and down, rarely diagonals, covers too little.",
        simulations=120,
        milliseconds=10,
        names=("Pip", "Tilly", "Nino", "Momo"),
        overlooked_diagonals=0.6,
        overlooked_covers=0.5,
    ),
    Level(
        "casual",
        "Plays for the fun of it: lets some diagonals slip by, "
        "and does not always think of covering.",
        simulations=200,
        milliseconds=15,
        names=("Teddy", "Hazel", "Otto", "Wilma"),
        overlooked_diagonals=0.42,
        overlooked_covers=0.4,
    ),
    Level(
        "medium",
        "Plays a solid game among friends, but sometimes misses a diagonal or a chance to cover.",
        simulations=350,
        milliseconds=20,
        names=("Juno", "Milo", "Luna", "Arlo"),
        overlooked_diagonals=0.25,
        overlooked_covers=0.3,
    ),
    Level(
        "skilled",
        "Plays with a plan and sees most rows in time, but now and then a diagonal slips through.",
        simulations=650,
        milliseconds=30,
        names=("Remy", "Iris", "Jasper", "Willow"),
        overlooked_diagonals=0.12,
        overlooked_covers=0.14,
    ),
    Level(
        "hard",
        "Thinks a few cards ahead, and rarely lets you get away with anything.",
        simulations=1_200,
        milliseconds=45,
        names=("Vega", "Rigel", "Nova", "Sirius"),
        overlooked_diagonals=0.04,
        overlooked_covers=0.04,
    ),
    Level(
        "expert",
        "Overlooks nothing on the table, and at most misjudges what is still to come.",
        simulations=8_000,
        milliseconds=120,
        names=("Mimir", "Athena", "Merlin", "Sphinx"),
    ),
    Level(
        "master",
        "Weighs every card that you may still hold, and forgives nothing.",
        simulations=40_000,
        milliseconds=280,
        names=("Saga", "Zeno", "Sibyl", "Atlas"),
    ),
)
