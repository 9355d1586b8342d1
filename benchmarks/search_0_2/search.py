"""Searching a position with a number of simulations, and choosing a cell.

A part of a frozen opponent, see `levels.py`.
"""

from array import array
from functools import lru_cache
from hashlib import sha256

from punto.rules.cell import Cell
from punto.rules.kernel import LINE
from punto.rules.position import Position

from .layout import layout_of
from .simulation import Simulation
from .tree import Tree

MAX_EDGES = 2**19
"""Bounds the memory of a search."""

EDGES_PER_SIMULATION = 12
BATCH = 256
"""The most simulations until the search looks whether another cell can still catch up."""

ENDS = 5
"""A draw, and a win of each of up to four sides."""


def choose(position: Position, simulations: int, seed: int) -> Cell:
    """Choose the best cell for the card in hand; where it is obvious, without a search."""
    legal = position.legal_cells
    if len(legal) == 1:
        return legal[0]
    won = winning_cells(position)
    if won:
        return min(won, key=lambda cell: price(position, cell))
    visits = dict(zip(legal, search(position, simulations, seed).counts(), strict=True))
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


def search(position: Position, simulations: int, seed: int, *, diagonals: bool = True) -> Tree:
    """Grow a tree from a position; stop as soon as no other cell can catch up with the best.

    Without `diagonals`, the search overlooks lines on diagonals, as people do.
    """
    game = Simulation(layout_of(position, diagonals=diagonals), random_state(seed))
    room = min(MAX_EDGES, 64 + EDGES_PER_SIMULATION * simulations)
    tree = Tree(game, stakes_for_tree(position), room)
    done = 0
    while done < simulations:
        count = min(BATCH, simulations - done)
        done += count
        if tree.search(count) > simulations - done:
            break
    return tree


def random_state(seed: int) -> int:
    """Spread a seed over the 64 bits of the generator's state, which must not be 0."""
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8]) | 1


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
