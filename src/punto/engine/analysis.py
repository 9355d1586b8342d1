"""What the search found out about a position, cell by cell."""

from dataclasses import dataclass

from punto.engine.budget import Budget
from punto.engine.outlook import Shares, outlooks_of
from punto.engine.search import search
from punto.engine.stakes import stakes_of
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.match import Match
from punto.rules.position import Position
from punto.rules.round import Placement

DEFAULT_BUDGET = Budget(simulations=20_000)

LEAST_VISITS = 10
"""A continuation that was met less often says nothing."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How the round goes on if the card in hand is laid on one cell."""

    cell: Cell
    visits: int
    """How many simulations began with this cell."""
    chances: Shares
    """For each side, its chance to win the round."""
    errors: Shares
    """For each side, half of the chance's 95 % interval."""

    @property
    def draw(self) -> float:
        """The chance that nobody wins the round; 0 as long as nothing is known."""
        return max(0.0, 1 - sum(self.chances)) if self.visits else 0.0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All legal cells for the card in hand, the best first."""

    position: Position
    simulations: int
    estimates: tuple[Estimate, ...]
    continuation: tuple[Placement, ...]
    """How play most likely goes on, from the best cell: chance cards as they were met most."""

    @property
    def best(self) -> Estimate:
        """The cell to play."""
        return self.estimates[0]

    def of(self, cell: Cell) -> Estimate:
        """Find what is known of one legal cell."""
        return next(estimate for estimate in self.estimates if estimate.cell == cell)


def analyse(
    source: Position | Match, budget: Budget = DEFAULT_BUDGET, *, seed: int = 1
) -> Analysis:
    """Estimate each side's chances for every legal cell. Half of the budget goes to all alike."""
    position = source if isinstance(source, Position) else source.position()
    tree = search(position, budget, seed, evenly=True, detailed=True)
    _, *outlooks = outlooks_of(tree, len(position.mode.sides))
    estimates = [
        Estimate(cell, visits, outlook.chances, outlook.errors)
        for cell, visits, outlook in zip(
            position.legal_cells(), tree.counts(), outlooks, strict=True
        )
    ]
    best = max(estimates, key=lambda each: each.visits)
    others = sorted(estimates, key=lambda each: -worth(position, each))
    return Analysis(
        position,
        sum(each.visits for each in estimates),
        (best, *(each for each in others if each is not best)),
        placements(position, tree.continuation(LEAST_VISITS)),
    )


def worth(position: Position, each: Estimate) -> float:
    """Weigh the ends of a round by what they are worth to the side to move."""
    assert position.seat is not None
    stakes = stakes_of(position)[position.mode.side_of(position.seat).number - 1]
    ends = (each.draw, *each.chances)
    return sum(share * stake for share, stake in zip(ends, stakes, strict=True))


def placements(position: Position, moves: list[tuple[int, int]]) -> tuple[Placement, ...]:
    """Say of each move whose it is, and whether it covers a card."""
    table, seat, found = position.table.copy(), position.seat, []
    for card, cell in moves:
        assert seat is not None
        found.append(Placement(seat, Card(card), Cell(cell), table[cell] is not None))
        table.place(card, cell)
        seat = position.mode.after(seat)
    return tuple(found)
