"""Searching a position for as long as a budget allows, and choosing a cell."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter

from punto.engine.calibration import calibrated_network_for
from punto.engine.effort import add_simulations
from punto.engine.evaluation import ANY_STATE
from punto.engine.evaluator import Evaluator
from punto.engine.layout import layout_of
from punto.engine.look_ahead import LookAhead
from punto.engine.network import network_for
from punto.engine.simulation import Simulation
from punto.engine.source import Source, position_in
from punto.engine.stakes import stakes_for_tree
from punto.engine.tree import Tree
from punto.engine.value_tree import ValueTree
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.rules.kernel import LINE
from punto.rules.position import Position

MAX_SIMULATIONS = 10**9
MAX_MILLISECONDS = 24 * 60 * 60 * 1000
"""A day."""

MAX_EDGES = 2**19
"""Bounds the memory of a search: about 25 MB, or 60 MB if it is detailed."""

EDGES_PER_SIMULATION = 12
SIMULATIONS_PER_MILLISECOND = 500
"""Upper estimates, used to reserve memory."""

MAX_BATCH = 256
"""The most simulations between two looks at the clock."""

CLOCK_INTERVAL_SECONDS = 0.002
"""The time between two looks at the clock."""


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
    obvious = obvious_cell(position)
    if obvious is not None:
        return obvious
    ranking = search_by_value(position, budget, seed).ranking()
    cell, *_ = max(ranking, key=lambda each: each[1:])
    return Cell(cell)


def choose_by_look_ahead(position: Position, cells: int, milliseconds: float | None = None) -> Cell:
    """Choose the best of the cells that the network prefers, by looking two cards ahead.

    Those for which there are not enough milliseconds are not looked at.
    """
    start = perf_counter()
    obvious = obvious_cell(position)
    if obvious is not None:
        return obvious
    layout = layout_of(position)
    game = Simulation(layout, ANY_STATE)
    evaluator = Evaluator(network_for(position.mode), layout)
    look_ahead = LookAhead(game, evaluator, stakes_for_tree(position))
    best, highest = -1, -1.0
    for done, (cell, spot) in enumerate(look_ahead.favourites(cells), 1):
        worth = look_ahead.judge(spot)
        if worth > highest:
            best, highest = cell, worth
        spent_ms = 1000 * (perf_counter() - start)
        if milliseconds is not None and spent_ms * (done + 1) / done > milliseconds:
            break
    return Cell(best)


def obvious_cell(position: Position) -> Cell | None:
    """Return the only cell, or the one that wins at the lowest price; None if there is neither."""
    legal = position.legal_cells
    if len(legal) == 1:
        return legal[0]
    won = winning_cells(position)
    return min(won, key=lambda cell: price(position, cell)) if won else None


def search_by_value(
    position: Position, budget: Budget, seed: int, *, detailed: bool = False
) -> ValueTree:
    """Grow a tree over the learned evaluation until the budget is used up.

    It stops as soon as no other cell can catch up with the best. A `detailed` tree does not: an
    analysis needs all cells, and calibrated chances.
    """
    tree = new_value_tree(position, max_edges(budget), seed, detailed=detailed)
    spend(budget, lambda count: tree.search(count) * (not detailed))
    return tree


def new_value_tree(position: Position, room: int, seed: int, *, detailed: bool) -> ValueTree:
    """Return a tree over the learned evaluation, with room for so many edges and no simulation."""
    layout = layout_of(position)
    game = Simulation(layout, random_state(seed))
    own_network = calibrated_network_for if detailed else network_for
    evaluator = Evaluator(own_network(position.mode), layout)
    return ValueTree(game, evaluator, stakes_for_tree(position), room, detailed)


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


def search(position: Position, budget: Budget, seed: int) -> Tree:
    """Grow a tree by playouts alone, until no other cell can catch up or the budget is used up."""
    game = Simulation(layout_of(position), random_state(seed))
    tree = Tree(game, stakes_for_tree(position), max_edges(budget))
    spend(budget, tree.search)
    return tree


def spend(budget: Budget, run: Callable[[int], int]) -> None:
    """Run simulations until the budget is used up, or no other cell can catch up with the best.

    `run` runs a number of simulations, and returns how many visits the best cell is ahead.
    """
    start = perf_counter()
    goal = budget.simulations or MAX_SIMULATIONS
    is_timed = budget.milliseconds is not None
    seconds = (budget.milliseconds or 0) / 1000
    done, batch = 0, 4 if is_timed else MAX_BATCH
    while done < goal:
        count = min(batch, goal - done)
        lead = run(count)
        done += count
        remaining = goal - done
        if is_timed:
            spent = perf_counter() - start
            remaining = min(remaining, int(done * (seconds - spent) / spent))
            batch = max(1, min(MAX_BATCH, remaining, int(done * CLOCK_INTERVAL_SECONDS / spent)))
        if remaining <= 0 or lead > remaining:
            break
    add_simulations(done)


def random_state(seed: int) -> int:
    """Spread a seed over the 64 bits of the generator's state, which must not be 0."""
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8]) | 1


def max_edges(budget: Budget) -> int:
    """Bound the edges of a tree by what the budget can use."""
    most = budget.simulations or MAX_SIMULATIONS
    if budget.milliseconds is not None:
        most = min(most, int(budget.milliseconds * SIMULATIONS_PER_MILLISECOND))
    return min(MAX_EDGES, 64 + EDGES_PER_SIMULATION * most)
