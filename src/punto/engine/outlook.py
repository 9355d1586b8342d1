"""How a round may end, as far as a search could find out."""

from dataclasses import dataclass
from math import hypot, sqrt

from punto.engine.tree import Tree

Shares = tuple[float, ...]

SAMPLED = 0.5
"""Which part of the visits an estimate rests on: replies that were taken more often count more."""

DOUBT = 0.06
"""Which part of all that was tried in vain may still be in an estimate.

Both were measured against exhaustive solutions of late positions: so the bars cover 95 in 100.
"""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chance of each side to win the round, with half of its 95 % interval."""

    chances: Shares
    errors: Shares


def outlooks_of(tree: Tree, sides: int) -> list[Outlook]:
    """Say what a search expects: of the position as it is, and then of each legal cell."""
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
    """Give half of a chance's 95 % interval, never 0: two wins and two losses are added to it.

    `mean` is the share of wins in all simulations, also in those that tried something bad.
    """
    visits = SAMPLED * visits
    share = (chance * visits + 2) / (visits + 4)
    return hypot(1.96 * sqrt(share * (1 - share) / (visits + 4)), DOUBT * (chance - mean))
