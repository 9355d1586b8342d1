"""Estimates with 95 % intervals. The random sample is always the deals, never single rounds."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from punto.lab.interval import Sets, estimate, student_quantile

GROUPS = 40
"""The jackknife leaves out one of at most so many groups of deals at a time."""

Sums = Sequence[float]
"""What a deal adds to the totals from which a statistic is computed."""

Statistic = Callable[[Sums], Sequence[float]]
"""Computes one or more figures from the totals of all deals."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def less(self, number: float) -> "Estimate":
        """Return it as a difference from a number that is known exactly."""
        return Estimate(self.value - number, self.low - number, self.high - number)

    def scaled(self, factor: float) -> "Estimate":
        """Return it in another unit; the factor is positive."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor)


def share(sets: Sets) -> Estimate:
    """Estimate a share from what was scored and could be scored in the rounds of each deal."""
    found = estimate([sets])
    assert found is not None
    return Estimate(found.share, found.low, found.high)


def jackknife(deals: Sequence[Sums], statistic: Statistic) -> list[Estimate]:
    """Estimate what a statistic of the totals says, with intervals by the grouped jackknife.

    The statistic is computed again and again without one group of deals. How much it changes says
    how far it can be trusted, whatever its formula is.
    """
    count = min(GROUPS, len(deals))
    groups = [totals(deals[number::count]) for number in range(count)]
    whole = totals(groups)
    values = statistic(whole)
    left_out = [
        statistic([all_ - part for all_, part in zip(whole, group, strict=True)])
        for group in groups
    ]
    quantile = student_quantile(count - 1)
    found = []
    for place, value in enumerate(values):
        others = [each[place] for each in left_out]
        mean = sum(others) / count
        spread = sum((other - mean) ** 2 for other in others)
        half = quantile * sqrt(spread * (count - 1) / count)
        found.append(Estimate(value, value - half, value + half))
    return found


def mean(deals: Sequence[tuple[float, float]]) -> Estimate:
    """Estimate a mean from the sum and the count of each deal."""
    (found,) = jackknife(deals, lambda sums: [sums[0] / sums[1]])
    return found


def totals(rows: Iterable[Sums]) -> list[float]:
    """Add up the sums of several deals."""
    return [sum(column) for column in zip(*rows, strict=True)]


def least_squares(normal: Sequence[Sequence[float]], moments: Sequence[float]) -> list[float]:
    """Solve the normal equations of a regression by Gaussian elimination with pivoting."""
    rows = [[*row, moment] for row, moment in zip(normal, moments, strict=True)]
    size = len(rows)
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place]
        for row in range(size):
            if row != place:
                factor = rows[row][place] / pivot[place]
                rows[row] = [a - factor * b for a, b in zip(rows[row], pivot, strict=True)]
    return [rows[place][size] / rows[place][place] for place in range(size)]
