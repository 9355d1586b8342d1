"""Finds the curves that make the network's chances come true."""

from collections.abc import Callable, Sequence

from punto.engine.calibration import STEPS, STRAIGHT, Curves
from punto.engine.vectors import CERTAIN
from punto.lab.calibration import Ends, Prediction

PASSES = 12
"""Scaling the chances moves them a little, so the curves are adjusted again."""

CAUTION = 100
"""As if so many more predictions near each point of a curve had come true as often as they said."""

WIDTH = 2.0
"""Predictions up to so many points of a curve away count, the less the farther."""

Outcome = tuple[float, float, bool]
"""A chance as the network said it, as it is corrected so far, and whether it came true."""


def fit(predictions: Sequence[Prediction]) -> Curves:
    """Return the curves; the predictions must be those of a network that is not calibrated."""
    curves = Curves()
    for _ in range(PASSES):
        corrected = [(each, curves.corrected(each.ends)) for each in predictions]
        curves = Curves(
            adjusted(curves.draw, outcomes(corrected, lambda end: end == 0)),
            adjusted(curves.win, outcomes(corrected, lambda end: end > 0)),
        )
    return curves


def outcomes(
    corrected: Sequence[tuple[Prediction, Ends]], is_wanted: Callable[[int], bool]
) -> list[Outcome]:
    """List the chances of some ends: 0 is a draw, 1 is the win of side 1."""
    return [
        (prediction.ends[end], chances[end], prediction.winner == end)
        for prediction, chances in corrected
        for end in range(len(chances))
        if is_wanted(end)
    ]


def adjusted(curve: Sequence[int], found: Sequence[Outcome]) -> tuple[int, ...]:
    """Move the points of a curve by how much more often chances near them came true than said."""
    counts, excess = [float(CAUTION)] * (STEPS + 1), [0.0] * (STEPS + 1)
    for raw, chance, came_true in found:
        middle = STEPS * raw
        for point in range(max(0, int(middle - 1)), min(STEPS, int(middle + 2)) + 1):
            weight = max(0.0, 1 - abs(middle - point) / WIDTH)
            counts[point] += weight
            excess[point] += weight * (came_true - chance)
    moved = [
        round(value + CERTAIN * more / count)
        for value, more, count in zip(curve, excess, counts, strict=True)
    ]
    moved[0], moved[-1] = STRAIGHT[0], STRAIGHT[-1]
    return tuple(sorted(min(CERTAIN, max(0, each)) for each in moved))
