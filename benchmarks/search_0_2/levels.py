"""The levels of Punto 0.2 as they were before the search had a learned evaluation.

This package is a frozen opponent to measure newer bots against. Do not develop it: a change would
make old measurements worthless. It uses nothing of the package but the rules. The modules
`simulation` and `tree` are compiled into `build/` when they are first needed (`_compiling.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from punto.rules.cell import Cell
from punto.rules.position import Position
from punto.rules.view import View

from .search import choose, search


@dataclass(frozen=True, slots=True)
class Level:
    """How long a level thinks, and what it overlooks."""

    simulations: int
    overlooked_diagonals: float = 0.0
    """The share of its turns on which it does not see diagonals."""
    overlooked_covers: float = 0.0
    """The share of the cards it could cover that it does not notice."""

    def __call__(self, view: View, random: Random) -> Cell:
        """Choose the best of the cells that it notices."""
        position = view.position
        seed, blind = random.getrandbits(64), random.random() < self.overlooked_diagonals
        noticed = self.noticed(position, random)
        if not blind and len(noticed) == len(position.legal_cells):
            return choose(position, self.simulations, seed)
        counts = search(position, self.simulations, seed, diagonals=not blind).counts()
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


LEVELS = {
    "easy-0.2": Level(120, overlooked_diagonals=0.6, overlooked_covers=0.5),
    "medium-0.2": Level(350, overlooked_diagonals=0.25, overlooked_covers=0.3),
    "hard-0.2": Level(1_200, overlooked_diagonals=0.04, overlooked_covers=0.04),
    "expert-0.2": Level(40_000),
}
