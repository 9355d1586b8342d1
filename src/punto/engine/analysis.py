"""What the search found out about a position, cell by cell."""

from dataclasses import dataclass

from punto.engine.budget import Budget
from punto.rules.cell import Cell
from punto.rules.position import Position
from punto.rules.round import Placement

DEFAULT_BUDGET = Budget(simulations=20_000)


@dataclass(frozen=True, slots=True)
class Estimate:
    """How the round goes on if the card in hand is laid on one cell."""

    cell: Cell
    visits: int
    """How many simulations began with this cell."""
    chances: tuple[float, ...]
    """For each side, its chance to win the round."""
    errors: tuple[float, ...]
    """For each side, half of the chance's 95 % interval."""

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
    """How play most likely goes on, from the best cell: chance cards as they were met most."""

    @property
    def best(self) -> Estimate:
        """The cell to play."""
        return self.estimates[0]

    def of(self, cell: Cell) -> Estimate:
        """Find what is known of one legal cell."""
        return next(estimate for estimate in self.estimates if estimate.cell == cell)
