"""Layout of the curve of a reviewed match: the x range of each round, points and labels."""

from dataclasses import dataclass
from itertools import pairwise

from punto.lab.review import Judgement, Review

GAP_PLIES = 3
"""Gap between two rounds on the x axis."""


@dataclass(frozen=True, slots=True)
class RoundCurve:
    """The part of the curve that shows one round; x counts plies."""

    round_number: int
    left: int
    """x of the first placement."""
    chances: tuple[tuple[float, ...], ...]
    """The sides' chances before each placement; a finished round ends with its result."""

    @property
    def right(self) -> int:
        """X of the last point."""
        return self.left + len(self.chances) - 1

    def of(self, side: int) -> list[float]:
        """Return the chances of one side."""
        return [chances[side - 1] for chances in self.chances]


def lay_out_rounds(review: Review) -> list[RoundCurve]:
    """Place the rounds of a match one after another on the x axis."""
    curves: list[RoundCurve] = []
    sides = range(1, len(review.match.mode.sides) + 1)
    for number, end in enumerate(review.ends, start=1):
        chances = [
            judgement.analysis.best.chances
            for judgement in review.judgements
            if judgement.moment.round_number == number
        ]
        if end is not None:
            chances.append(tuple(float(side == end.winner) for side in sides))
        if chances:
            left = curves[-1].right + GAP_PLIES if curves else 0
            curves.append(RoundCurve(number, left, tuple(chances)))
    return curves


def point_of(judgement: Judgement, rounds: list[RoundCurve]) -> tuple[int, float]:
    """Return the point of a placement: its x, and the chance of its side before it."""
    moment = judgement.moment
    curve = next(curve for curve in rounds if curve.round_number == moment.round_number)
    return curve.left + moment.ply, curve.of(judgement.side)[moment.ply]


def spread_labels(heights: list[float], min_distance: float) -> list[float]:
    """Move labels between 0 and 1 apart until each has room; their order stays the same."""
    order = sorted(range(len(heights)), key=lambda index: (heights[index], -index))
    moved = list(heights)
    for below, above in pairwise(order):
        moved[above] = max(moved[above], moved[below] + min_distance)
    moved[order[-1]] = min(moved[order[-1]], 1.0)
    for above, below in pairwise(reversed(order)):
        moved[below] = min(moved[below], moved[above] - min_distance)
    return moved
