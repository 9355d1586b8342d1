"""Searching a position for as long as a budget allows, and choosing a cell."""

from array import array
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from time import perf_counter

from punto.engine.layout import layout_of
from punto.engine.simulation import Simulation
from punto.engine.source import Source, position_in
from punto.engine.tree import Tree
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.rules.kernel import LINE
from punto.rules.position import Position

MAX_SIMULATIONS = 10**9
MAX_MILLISECONDS = 24 * 60 * 60 * 1000
"""A day."""

MAX_EDGES = 2**19
"""Bounds the memory of a search: about 20 MB, or 30 MB if it is detailed."""

EDGES_PER_SIMULATION = 12
SIMULATIONS_PER_MILLISECOND = 500
"""Upper estimates, used to reserve memory."""

MAX_BATCH = 256
"""The most simulations between two looks at the clock."""

CLOCK_INTERVAL_SECONDS = 0.002
"""The time between two looks at the clock."""

ENDS = 5
"""A draw, and a win of each of up to four sides."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A number of simulations, of milliseconds, or both: the search stops at the first reached.

    With simulations alone, the same seed gives the same answer on every machine.
    """

    simulations: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.milliseconds is None:
            raise UnreadableError("budget", expected="simulations or milliseconds", came=None)
        if self.simulations is not None and not is_within(self.simulations, int, MAX_SIMULATIONS):
            expected = f"1 to {MAX_SIMULATIONS:,} simulations"
            raise UnreadableError("budget", expected=expected, came=self.simulations)
        if self.milliseconds is not None and not is_within(
            self.milliseconds, (int, float), MAX_MILLISECONDS
        ):
            expected = f"above 0 and at most {MAX_MILLISECONDS:,} ms"
            raise UnreadableError("budget", expected=expected, came=self.milliseconds)


def is_within(number: object, kind: type | tuple[type, ...], most: float) -> bool:
    """Whether something is a number of a kind, above 0 and at most `most`."""
    return isinstance(number, kind) and not isinstance(number, bool) and 0 < number <= most  # type: ignore[operator]


def choose(source: Source, budget: Budget, *, seed: int = 1) -> Cell:
    """Choose the best cell for the card in hand; where it is obvious, without a search."""
    position = position_in(source)
    legal = position.legal_cells
    if len(legal) == 1:
        return legal[0]
    won = winning_cells(position)
    if won:
        return min(won, key=lambda cell: price(position, cell))
    visits = dict(zip(legal, search(position, budget, seed).counts(), strict=True))
    return max(visits, key=visits.__getitem__)


def winning_cells(position: Position) -> list[Cell]:
    """List the cells where the card in hand completes a line of its side."""
    card = position.card
    if card is None or position.mode.line_by_colour[card.colour] == 0:
        return []
    return [
        cell
        for cell in position.legal_cells
        if position.table.copy().lay(card, cell, position.mode.line) & LINE
    ]


def price(position: Position, cell: Cell) -> int:
    """Return the value of the card that leaves the match if a line is completed on this cell."""
    table, card = position.table.copy(), position.card
    assert card is not None
    table.lay(card, cell)
    runs = table.runs_through(cell, position.mode.line)
    return max(card.value for run in runs for card in run.cards)


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

    With `evenly`, every cell gets its share of simulations, not only the good ones. Without it,
    the search stops as soon as no other cell can catch up with the best. `detailed` keeps what
    `Tree.expectations` needs. Without `diagonals`, it overlooks lines on diagonals, as people do.
    """
    start = perf_counter()
    game = Simulation(layout_of(position, diagonals=diagonals), random_state(seed))
    tree = Tree(game, stakes_for_tree(position), max_edges(budget), detailed)
    goal = budget.simulations or MAX_SIMULATIONS
    is_timed = budget.milliseconds is not None
    seconds = (budget.milliseconds or 0) / 1000
    done, batch = 0, 4 if is_timed else MAX_BATCH
    while done < goal:
        count = min(batch, goal - done)
        lead = tree.search(count, evenly)
        done += count
        remaining = goal - done
        if is_timed:
            spent = perf_counter() - start
            remaining = min(remaining, int(done * (seconds - spent) / spent))
            batch = max(1, min(MAX_BATCH, remaining, int(done * CLOCK_INTERVAL_SECONDS / spent)))
        if remaining <= 0 or (lead > remaining and not evenly):
            break
    return tree


def random_state(seed: int) -> int:
    """Spread a seed over the 64 bits of the generator's state, which must not be 0."""
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8]) | 1


def max_edges(budget: Budget) -> int:
    """Bound the edges of a tree by what the budget can use."""
    most = budget.simulations or MAX_SIMULATIONS
    if budget.milliseconds is not None:
        most = min(most, int(budget.milliseconds * SIMULATIONS_PER_MILLISECOND))
    return min(MAX_EDGES, 64 + EDGES_PER_SIMULATION * most)


def stakes_for_tree(position: Position) -> "array[float]":
    """Arrange the stakes in one row for each side, as the tree takes them."""
    stakes = array("d", bytes(8 * ENDS * 4))
    for side, row in enumerate(stakes_of(position)):
        stakes[ENDS * side : ENDS * side + len(row)] = array("d", row)
    return stakes


# What the end of a round is worth

Needs = tuple[int, ...]
"""How many rounds each side still has to win."""


def stakes_of(position: Position) -> tuple[tuple[float, ...], ...]:
    """Return for each side what a draw, and a win of each side, is worth to it: from 0 to 1.

    The whole match counts: losing a round to a side that needs one more is worse than losing it
    to a side far behind.
    """
    wins, goal = position.score.wins, position.rounds_to_win
    needs = tuple(goal - won for won in wins)
    rows = []
    for side in range(len(wins)):
        after = [match_chance(one_less(needs, winner), side) for winner in range(len(wins))]
        row = (match_chance(needs, side), *after)
        lowest, highest = min(row), max(row)
        rows.append(tuple((chance - lowest) / (highest - lowest) for chance in row))
    return tuple(rows)


def match_chance(needs: Needs, side: int) -> float:
    """Return a side's chance to win the match, by the rounds that each side still needs."""
    return chance_against(needs[side], tuple(sorted((*needs[:side], *needs[side + 1 :]))))


@lru_cache(maxsize=2**12)  # more than there are
def chance_against(mine: int, others: Needs) -> float:
    """Return a side's chance if all sides are equally strong.

    The others are sorted: who is who among them makes no difference.
    """
    if mine == 0 or 0 in others:
        return float(mine == 0)
    lost = [
        chance_against(mine, tuple(sorted(one_less(others, other)))) for other in range(len(others))
    ]
    return (chance_against(mine - 1, others) + sum(lost)) / (1 + len(others))


def one_less(needs: Needs, winner: int) -> Needs:
    """Count a round won by a side, which is numbered from 0."""
    return (*needs[:winner], needs[winner] - 1, *needs[winner + 1 :])
