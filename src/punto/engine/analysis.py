"""What a search finds out about a position: each side's chances, cell by cell."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from punto.engine.search import Budget, search_by_value
from punto.engine.source import Source, position_in
from punto.engine.stakes import stakes_of
from punto.engine.value_tree import ValueTree
from punto.rules.card import Card
from punto.rules.cell import ALL_CELLS, Cell
from punto.rules.errors import UnreadableError
from punto.rules.position import Position
from punto.rules.round import Placement

Shares = tuple[float, ...]
"""A number from 0 to 1 for each side."""

DEFAULT_BUDGET = Budget(simulations=20_000)

MIN_VISITS = 10
"""A continuation ends where it was visited less often: fewer visits say nothing."""

EFFECTIVE_SHARE = 0.25
"""The share of the visits that an estimate rests on, since frequent replies count more."""

BIAS_SHARE = 0.6
"""The share of all fruitless tries that may still be in an estimate."""

LEAF_ERROR = 0.06
OPINION_ERROR = 0.05
"""How wrong the network may be of undecided positions: all of it, and of one cell in addition.

Means over many positions, which a search compares, stay wrong by 3 percentage points at even
chances; its opinion of the cell itself, which counts less with every visit, by 2.5 more. The shares
above were measured against exhaustive solutions of late positions, so that 95 of 100 intervals hold
the true chance; these two with searches that were 30 times as long, and with how rounds ended.
"""

MIN_ERROR = 0.0001


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
        """The chance that nobody wins the round."""
        return max(0.0, 1 - sum(self.chances))


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
    return analysis_of(position, search_by_value(position, budget, seed, detailed=True))


def analysis_of(position: Position, tree: ValueTree) -> Analysis:
    """Return what a detailed tree has found out so far."""
    estimates = estimates_of(tree, len(position.mode.sides))
    stakes = stakes_of_mover(position)
    by_worth = sorted(estimates, key=lambda each: (-weigh(each, stakes), each.cell))
    best = max(by_worth, key=lambda each: each.visits)
    return Analysis(
        position,
        sum(each.visits for each in estimates),
        (best, *(each for each in by_worth if each is not best)),
        placements(position, tree.continuation(best.cell, MIN_VISITS)),
    )


def worth(position: Position, each: Estimate) -> float:
    """Weigh the ends of a round by what they are worth to the side to move."""
    return weigh(each, stakes_of_mover(position))


def stakes_of_mover(position: Position) -> Sequence[float]:
    """Return what a draw, and a win of each side, is worth to the side to move."""
    assert position.seat is not None
    return stakes_of(position)[position.mode.side_of(position.seat).number - 1]


def weigh(each: Estimate, stakes: Sequence[float]) -> float:
    """Weigh the chances of all ends of a round by their stakes."""
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


def outlook_of(position: Position, budget: Budget, seed: int) -> Outlook:
    """Search a position, and return what good play can expect of it."""
    tree = search_by_value(position, budget, seed, detailed=True)
    sides = len(position.mode.sides)
    best = max(estimates_of(tree, sides), key=lambda each: each.visits)
    return Outlook(tuple(tree.outlooks()[0][1 : sides + 1]), best.errors)


def estimates_of(tree: ValueTree, sides: int) -> list[Estimate]:
    """Return what a search found out about each cell."""
    found = []
    for cell, visits, hopes, means, squares in tree.outlooks()[1:]:
        chances = tuple(hopes[1 : sides + 1])
        doubt = 1 - sum(squares) if visits else 1 - sum(hope * hope for hope in hopes)
        errors = tuple(
            error(chances[side], means[side + 1], squares[side + 1], visits, tree.trust, doubt)
            for side in range(sides)
        )
        found.append(Estimate(ALL_CELLS[cell], visits, chances, errors))
    return found


def error(
    chance: float, mean: float, square: float, visits: int, trust: float, doubt: float
) -> float:
    """Return half the width of a chance's 95 % interval.

    `mean` and `square` are means over all simulations, including those that tried something bad.
    `trust` is how many visits the network's opinion counts as, `doubt` how undecided their results
    were: 0 where all of them were ends of the round. It is never 0: a little variance is added.
    """
    count, own_opinion = EFFECTIVE_SHARE * visits, trust / (visits + trust)
    variance = (count * max(0.0, square - mean * mean) + 0.25 / trust) / (count + 1)
    cards = 1.96 * sqrt(variance / (count + 4)) * (1 - own_opinion)
    bias = BIAS_SHARE * (chance - mean) if visits else 0.0
    network = (LEAF_ERROR + OPINION_ERROR * own_opinion) * doubt
    return max(MIN_ERROR, hypot(cards, bias, network))
