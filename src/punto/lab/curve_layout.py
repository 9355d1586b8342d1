"""A reviewed match as a line of chances: where each round lies on it, and each placement."""

from dataclasses import dataclass
from itertools import pairwise

from punto.lab.review import Judgement, Review

GAP = 3
"""Between two rounds, in placements."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """One round of the match."""

    round: int
    left: int
    """Where its first placement lies."""
    chances: tuple[tuple[float, ...], ...]
    """Of the sides, before each placement; of a round that is over, last of all who won it."""

    @property
    def right(self) -> int:
        """Where the last of them lies."""
        return self.left + len(self.chances) - 1

    def of(self, side: int) -> list[float]:
        """Follow the chances of one side."""
        return [chances[side - 1] for chances in self.chances]


def stretches(review: Review) -> list[Stretch]:
    """Lay the rounds of a match one after the other."""
    found: list[Stretch] = []
    sides = range(1, len(review.match.mode.sides) + 1)
    for number, end in enumerate(review.ends, start=1):
        chances = [
            judgement.analysis.best.chances
            for judgement in review.judgements
            if judgement.moment.round == number
        ]
        if end is not None:
            chances.append(tuple(float(side == end.winner) for side in sides))
        if chances:
            left = found[-1].right + GAP if found else 0
            found.append(Stretch(number, left, tuple(chances)))
    return found


def place(judgement: Judgement, along: list[Stretch]) -> tuple[int, float]:
    """Find where a placement lies, and how high: the chance of its side before it."""
    moment = judgement.moment
    stretch = next(stretch for stretch in along if stretch.round == moment.round)
    return stretch.left + moment.ply, stretch.of(judgement.side)[moment.ply]


def apart(heights: list[float], least: float) -> list[float]:
    """Move heights from 0 to 1 so far apart that a name fits beside each; their order stays."""
    order = sorted(range(len(heights)), key=lambda index: (heights[index], -index))
    moved = list(heights)
    for below, above in pairwise(order):
        moved[above] = max(moved[above], moved[below] + least)
    moved[order[-1]] = min(moved[order[-1]], 1.0)
    for above, below in pairwise(reversed(order)):
        moved[below] = min(moved[below], moved[above] - least)
    return moved
