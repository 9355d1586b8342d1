"""Ratings by Glicko-2: how strong a player is, from the puzzles that were solved and missed.

The formulas and their step numbers are those of Mark Glickman, "Example of the Glicko-2 system"
(2013). For a player of puzzles, every try is a rating period of its own.

No library fits: `glicko2` 2.1 puts the rating where the paper has the deviation in step 5, `skelo`
needs pandas and scikit-learn, and the others are first releases.
"""

from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How much the volatility may change; the paper recommends 0.3 to 1.2."""

PRECISION = 0.000001
MIN_DEVIATION = 45.0
"""A rating stays able to move, however many puzzles were tried."""


class Result(NamedTuple):
    """A result against somebody, or a puzzle, with this rating."""

    value: float
    deviation: float
    score: float
    """1 is a win, 0 a loss."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating; the defaults are those of somebody of whom nothing is known."""

    value: float = CENTRE
    deviation: float = 350.0
    """The standard error of the value."""
    volatility: float = 0.06
    """How erratic the results are."""

    def after(self, *results: Result) -> "Rating":
        """Return the rating after the results of a period."""
        mu, phi = (self.value - CENTRE) / SCALE, self.deviation / SCALE
        information = surprise = 0.0
        for result in results:
            weight = 1 / sqrt(1 + 3 * (result.deviation / SCALE) ** 2 / pi**2)
            expected = 1 / (1 + exp(-weight * (mu - (result.value - CENTRE) / SCALE)))
            information += weight**2 * expected * (1 - expected)
            surprise += weight * (result.score - expected)
        variance = 1 / information  # step 3
        volatility = self._next_volatility(phi, variance, variance * surprise)  # steps 4 and 5
        phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)  # steps 6 and 7
        return Rating(
            CENTRE + SCALE * (mu + phi**2 * surprise),
            max(MIN_DEVIATION, SCALE * phi),
            volatility,
        )

    def _next_volatility(self, phi: float, variance: float, delta: float) -> float:
        """Find the volatility that fits the result best, by the Illinois algorithm (step 5)."""
        start = log(self.volatility**2)

        def slope(x: float) -> float:
            known = phi**2 + variance + exp(x)
            return exp(x) * (delta**2 - known) / (2 * known**2) - (x - start) / TAU**2

        low, high = start, log(max(delta**2 - phi**2 - variance, PRECISION))
        if delta**2 <= phi**2 + variance:
            high = start - TAU
            while slope(high) < 0:
                high -= TAU
        at_low, at_high = slope(low), slope(high)
        while abs(high - low) > PRECISION:
            between = low + (low - high) * at_low / (at_high - at_low)
            at_between = slope(between)
            if at_between * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = between, at_between
        return exp(low / 2)
