"""What a placement is worth, before anybody knows which card comes up next."""

from math import hypot

from punto.engine import Budget
from punto.engine.analysis import Outlook, outlooks_of
from punto.engine.search import search, winning_cells
from punto.lab.futures import futures
from punto.rules.cell import Cell
from punto.rules.position import Position

FEWEST = 16
"""Simulations below which a search says nothing at all, however unlikely the card."""


def outlook(position: Position, cell: Cell, simulations: int, seed: int) -> Outlook:
    """Weigh a placement on its own: search behind it for every card that may come up next.

    A search that compares all cells looks little at those that it thinks bad, and most at the
    one that looked best, not least by luck. Two cells that are weighed so, with as many
    simulations each, can be compared fairly.
    """
    sides = len(position.mode.sides)
    chances, errors = [0.0] * sides, [0.0] * sides
    for future in futures(position, cell):
        then, winner = future.position, future.winner
        if then is not None and winning_cells(then):
            winner = then.mode.side_of(then.seat or 1).number
        elif then is not None:
            budget = Budget(simulations=max(FEWEST, round(simulations * future.share)))
            found, *_ = outlooks_of(search(then, budget, seed, detailed=True), sides)
            for side in range(sides):
                chances[side] += future.share * found.chances[side]
                errors[side] = hypot(errors[side], future.share * found.errors[side])
        if winner is not None:
            chances[winner - 1] += future.share
    return Outlook(tuple(min(1.0, chance) for chance in chances), tuple(errors))
