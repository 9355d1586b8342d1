"""The levels: one way of playing, which looks further ahead or makes mistakes as people do.

A weaker level does not play at random. On some turns it overlooks diagonals, its own and others',
or forgets that somebody may complete a row with the next card. It does not notice every card
that it could cover, and misjudges how good a cell is.
"""

from dataclasses import dataclass
from random import Random

from punto.bots.bot import Bot, check_turn
from punto.engine import Budget, choose, evaluate
from punto.engine.evaluation import worths
from punto.engine.search import choose_by_look_ahead, price, winning_cells
from punto.rules.cell import Cell
from punto.rules.position import Position
from punto.rules.view import View

MOST_SIMULATIONS = {4: 200}
"""The most simulations by the number of sides: with four, longer searches play worse.

docs/performance.md has the measurement; why that is so is not known.
"""

CALM_ROUND = 3
"""From this round of a match on, a nervous level makes no more mistakes than others."""


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks ahead, and what it overlooks."""

    name: str
    character: str
    names: tuple[str, ...]
    """What people call it at a table."""
    cells_ahead: int = 0
    """For how many cells it looks two cards ahead; with 0 it looks one card ahead."""
    simulations: int = 0
    """How long it searches; with 0 it does not."""
    milliseconds: int = 0
    """How long that may take at most."""
    overlooked_diagonals: float = 0.0
    """The share of its turns on which it does not see diagonals."""
    overlooked_threats: float = 0.0
    """The share of its turns on which it forgets that others may complete a row next."""
    overlooked_covers: float = 0.0
    """The share of the cards it could cover that it does not notice."""
    misjudgement: float = 0.0
    """By how much its judgement of a cell is off: a standard deviation, in chances to win."""
    nervousness: float = 0.0
    """How much more it overlooks in the first round of a match: 0.5 is half as much again."""

    @property
    def overlooks(self) -> bool:
        """Whether it overlooks anything, and so may miss even a win."""
        return self.overlooked_diagonals + self.overlooked_threats + self.overlooked_covers > 0

    def bot(self) -> Bot:
        """Return a bot that plays at this level."""
        unhurried = self.choose_unhurried if self.milliseconds else None
        return Bot(self.name, self.character, self.choose, unhurried, self.names)

    def choose(self, view: View, random: Random) -> Cell:
        """Choose a cell within the time limit."""
        check_turn(view)
        if self.simulations:
            budget = Budget(self.simulations_for(view.position), self.milliseconds)
            return choose(view.position, budget, seed=random.getrandbits(64))
        if self.cells_ahead:
            return choose_by_look_ahead(view.position, self.cells_ahead, self.milliseconds)
        return self.choose_at_a_glance(view.position, random)

    def choose_unhurried(self, view: View, random: Random) -> Cell:
        """Choose the same cell on every machine."""
        check_turn(view)
        if self.cells_ahead:
            return choose_by_look_ahead(view.position, self.cells_ahead)
        budget = Budget(self.simulations_for(view.position))
        return choose(view.position, budget, seed=random.getrandbits(64))

    def simulations_for(self, position: Position) -> int:
        """Return with how many simulations it searches a position."""
        most = MOST_SIMULATIONS.get(len(position.mode.sides), self.simulations)
        return min(self.simulations, most)

    def choose_at_a_glance(self, position: Position, random: Random) -> Cell:
        """Choose the best of the cells that it notices, as far as it can judge them."""
        won = [] if self.overlooks else winning_cells(position)
        if won:
            return min(won, key=lambda cell: price(position, cell))
        excitement = 1 + self.nervousness * max(0, CALM_ROUND - position.round_number) / 2
        opinions = evaluate(
            position,
            diagonals=random.random() >= self.overlooked_diagonals * excitement,
            foresees=random.random() >= self.overlooked_threats * excitement,
            calibrated=False,  # what a level misjudges was tuned without
        )
        judged = {
            each.cell: worth + self.misjudgement * random.gauss(0, 1)
            for each, worth in zip(opinions, worths(position, opinions), strict=True)
            if random.random() >= self.overlooked_covers * excitement
            or position.table[each.cell] is None
        }
        return max(judged or position.legal_cells, key=lambda cell: judged.get(cell, 0.0))


LEVELS = (
    Level(
        "beginner",
        "Has only just learnt the rules: hardly sees a diagonal, "
        "and forgets that cards can be covered.",
        names=("Dot", "Bibi", "Pico", "Fifi"),
        overlooked_diagonals=0.52,
        overlooked_threats=0.35,
        overlooked_covers=0.46,
        misjudgement=0.072,
        nervousness=0.2,
    ),
    Level(
        "easy",
        "Still learning the game: sees rows across and down, rarely diagonals, covers too little.",
        names=("Pip", "Tilly", "Nino", "Momo"),
        overlooked_diagonals=0.42,
        overlooked_threats=0.25,
        overlooked_covers=0.38,
        misjudgement=0.06,
    ),
    Level(
        "casual",
        "Plays for the fun of it: lets some diagonals slip by, "
        "and does not always think of covering.",
        names=("Teddy", "Hazel", "Otto", "Wilma"),
        overlooked_diagonals=0.25,
        overlooked_threats=0.15,
        overlooked_covers=0.28,
        misjudgement=0.045,
    ),
    Level(
        "medium",
        "Plays a solid game among friends, but sometimes misses a diagonal or a chance to cover.",
        names=("Juno", "Milo", "Luna", "Arlo"),
        overlooked_diagonals=0.12,
        overlooked_threats=0.07,
        overlooked_covers=0.18,
        misjudgement=0.035,
    ),
    Level(
        "skilled",
        "Plays with a plan and sees most rows in time, but now and then a diagonal slips through.",
        names=("Remy", "Iris", "Jasper", "Willow"),
        overlooked_diagonals=0.02,
        overlooked_covers=0.06,
        misjudgement=0.030,
    ),
    Level(
        "hard",
        "Reckons with every card you may turn up next, and rarely lets you get away with anything.",
        names=("Vega", "Rigel", "Nova", "Sirius"),
        misjudgement=0.017,
    ),
    Level(
        "expert",
        "Overlooks nothing on the table, and at most misjudges what is still to come.",
        names=("Mimir", "Athena", "Merlin", "Sphinx"),
        cells_ahead=3,
        milliseconds=280,
    ),
    Level(
        "master",
        "Weighs every card that you may still hold, and forgives nothing.",
        names=("Saga", "Zeno", "Sibyl", "Atlas"),
        simulations=20_000,
        milliseconds=280,
    ),
)
