"""What a search finds out about a position: each side's chances, cell by cell."""

from dataclasses import dataclass
from math import hypot, sqrt

from punto.engine.search import Budget, search
from punto.engine.source import Source, position_in
from punto.engine.stakes import stakes_of
from punto.engine.tree import Tree
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.rules.position import Position
from punto.rules.round import Placement

Shares = tuple[float, ...]
"""A number from 0 to 1 for each side."""

DEFAULT_BUDGET = Budget(simulations=20_000)

MIN_VISITS = 10
"""A continuation ends where it was visited less often: fewer visits say nothing."""

EFFECTIVE_SHARE = 0.5
"""The share of the visits that an estimate rests on, since frequent replies count more."""

BIAS_SHARE = 0.06
"""The share of all fruitless tries that may still be in an estimate.

Both were measured against exhaustive solutions of late positions, so that 95 of 100 intervals
hold the true chance.
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How the round goes on if the card in hand is placed on one cell."""

    cell: Cell
    visits: int
    """How many simulations began with this cell."""
    chances: Shares
    """For each side, its chance to win the round."""
    errors: Shares
    """For each side, half the width of the chance's 95 % interval."""

    @property
    def draw(self) -> float:
        """The chance that nobody wins the round; 0 while nothing is known."""
        return max(0.0, 1 - sum(self.chances)) if self.visits else 0.0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All legal cells for the card in hand, the best first."""

    position: Position
    simulations: int
    estimates: tuple[Estimate, ...]
    continuation: tuple[Placement, ...]
    """The most likely continuation from the best cell, with the cards that came up most often."""

    @property
    def best(self) -> Estimate:
        """The cell to play."""
        return self.estimates[0]

    def of(self, cell: str | int) -> Estimate:
        """Return the estimate of one legal cell."""
        for estimate in self.estimates:
            if estimate.cell == Cell(cell):
                return estimate
        raise UnreadableError("cell", expected="a legal cell", came=cell)


def analyse(source: Source, budget: Budget = DEFAULT_BUDGET, *, seed: int = 1) -> Analysis:
    """Estimate each side's chances for every legal cell.

    Half of the budget is spread evenly over all cells, the rest goes to the promising ones.
    """
    position = position_in(source)
    tree = search(position, budget, seed, evenly=True, detailed=True)
    _, *outlooks = outlooks_of(tree, len(position.mode.sides))
    estimates = [
        Estimate(cell, visits, outlook.chances, outlook.errors)
        for cell, visits, outlook in zip(position.legal_cells, tree.counts(), outlooks, strict=True)
    ]
    best = max(estimates, key=lambda each: each.visits)
    others = sorted(estimates, key=lambda each: -worth(position, each))
    return Analysis(
        position,
        sum(each.visits for each in estimates),
        (best, *(each for each in others if each is not best)),
        placements(position, tree.continuation(MIN_VISITS)),
    )


def worth(position: Position, each: Estimate) -> float:
    """Weigh the ends of a round by what they are worth to the side to move."""
    assert position.seat is not None
    stakes = stakes_of(position)[position.mode.side_of(position.seat).number - 1]
    ends = (each.draw, *each.chances)
    return sum(share * stake for share, stake in zip(ends, stakes, strict=True))


def placements(position: Position, moves: list[tuple[int, int]]) -> tuple[Placement, ...]:
    """Turn cards and cells into placements: by which seat, and on top of a card or not."""
    table, seat, found = position.table.copy(), position.seat, []
    for card, cell in moves:
        assert seat is not None
        found.append(Placement(seat, Card(card), Cell(cell), table[cell] is not None))
        table.place(card, cell)
        seat = position.mode.after(seat)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Each side's chance to win the round, with half the width of its 95 % interval."""

    chances: Shares
    errors: Shares


def outlooks_of(tree: Tree, sides: int) -> list[Outlook]:
    """Return what a search expects: of the position itself, then of each legal cell."""
    visits = tree.counts()
    return [
        Outlook(
            tuple(hopes[1 : sides + 1]),
            tuple(map(error, hopes[1 : sides + 1], means[1 : sides + 1], [count] * sides)),
        )
        for hopes, means, count in zip(
            tree.expectations(), tree.means(), (sum(visits), *visits), strict=True
        )
    ]


def error(chance: float, mean: float, visits: float) -> float:
    """Return half the width of a chance's 95 % interval.

    It is never 0, because two wins and two losses are added (Agresti and Coull). `mean` is the
    share of wins in all simulations, including those that tried something bad.
    """
    visits = EFFECTIVE_SHARE * visits
    share = (chance * visits + 2) / (visits + 4)
    return hypot(1.96 * sqrt(share * (1 - share) / (visits + 4)), BIAS_SHARE * (chance - mean))
