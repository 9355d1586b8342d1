"""Searching a position for as long as a budget allows."""

from array import array
from hashlib import sha256
from time import perf_counter

from punto.engine.budget import MOST_SIMULATIONS, Budget
from punto.engine.layout import layout_of
from punto.engine.simulation import Simulation
from punto.engine.stakes import stakes_of
from punto.engine.tree import Tree
from punto.rules.position import Position

ENDS = 5
"""A draw, and a win of each of up to four sides."""

MOST_EDGES = 2**19
"""The bound on a search's memory: about 20 MB, and 30 MB if it is detailed."""

EDGES_A_SIMULATION = 12
SIMULATIONS_A_MILLISECOND = 500
BATCH = 256
"""How many simulations run between two looks at the clock, at most."""

PAUSE = 0.002
"""How many seconds pass between two looks at the clock."""


def search(
    position: Position,
    budget: Budget,
    seed: int,
    *,
    evenly: bool = False,
    detailed: bool = False,
    diagonals: bool = True,
) -> Tree:
    """Grow a tree from a position until the budget is used up.

    `evenly` makes sure that every cell is known about, not the good ones alone. Else the search
    stops as soon as no other cell can catch up with the best. `detailed` is for those who ask
    for expectations. Without `diagonals` it overlooks that they are lines too, as people do.
    """
    start = perf_counter()
    game = Simulation(layout_of(position, diagonals=diagonals), state_of(seed))
    tree = Tree(game, table_of_stakes(position), room_for(budget), detailed)
    goal = budget.simulations or MOST_SIMULATIONS
    hurry = budget.milliseconds is not None
    time = (budget.milliseconds or 0) / 1000
    done, batch = 0, 4 if hurry else BATCH
    while done < goal:
        count = min(batch, goal - done)
        lead = tree.search(count, evenly)
        done += count
        remaining = goal - done
        if hurry:
            spent = perf_counter() - start
            remaining = min(remaining, int(done * (time - spent) / spent))
            batch = max(1, min(BATCH, remaining, int(done * PAUSE / spent)))
        if remaining <= 0 or (lead > remaining and not evenly):
            break
    return tree


def state_of(seed: int) -> int:
    """Spread a seed over the 64 bits that chance begins from; they must not all be 0."""
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8]) | 1


def room_for(budget: Budget) -> int:
    """Bound the edges by what the budget can make use of."""
    most = budget.simulations or MOST_SIMULATIONS
    if budget.milliseconds is not None:
        most = min(most, int(budget.milliseconds * SIMULATIONS_A_MILLISECOND))
    return min(MOST_EDGES, 64 + EDGES_A_SIMULATION * most)


def table_of_stakes(position: Position) -> "array[float]":
    """Lay the stakes out as the tree takes them."""
    stakes = array("d", bytes(8 * ENDS * 4))
    for side, row in enumerate(stakes_of(position)):
        stakes[ENDS * side : ENDS * side + len(row)] = array("d", row)
    return stakes
