"""Confidence of a share: 95 % intervals from paired sets of matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
CAUTION = 3.0
"""Pseudo-count by the rule of three: as if three more sets had been off by one match.
It keeps every interval wider than zero and does not overrate the gain from a few sets."""

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
SMALL_SAMPLE = {1: 12.7062, 2: 4.3027, 3: 3.1824}

Tally = tuple[float, float]
"""What was scored in a match, and what could be scored."""

TAKEN, POSSIBLE = 0, 1
Sets = Sequence[Sequence[Tally]]
"""For each set of decks, the tallies of its matches."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share with its interval, and the interval that it would have without paired decks."""

    share: float
    low: float
    high: float
    unpaired_low: float
    unpaired_high: float

    @property
    def tighter(self) -> float:
        """How many times as wide the interval would be without paired decks."""
        return (self.unpaired_high - self.unpaired_low) / (self.high - self.low)


def estimate(line_ups: Sequence[Sets]) -> Estimate | None:
    """Estimate a share from the sets of each line-up; None if nothing could be scored.

    Matches on the same decks with exchanged seats are correlated: the luck cancels out. So the
    random sample consists of sets, not of matches, and the spread of the sets gives the
    confidence. Who met whom is not random, so the sets are compared within each line-up.
    """
    line_ups = [sets for sets in line_ups if total([sets], POSSIBLE)]
    if not line_ups:
        return None
    apart = [[[match] for set_ in sets for match in set_] for sets in line_ups]
    whole = total(line_ups, POSSIBLE)
    share = total(line_ups, TAKEN) / whole
    paired = interval(share, whole, comparable(line_ups))
    return Estimate(share, *paired, *interval(share, whole, apart))


def comparable(line_ups: Sequence[Sets]) -> list[Sets]:
    """Pool the line-ups that have only one set, so that each set has others to compare with."""
    lone = [sets[0] for sets in line_ups if len(sets) == 1]
    return [sets for sets in line_ups if len(sets) > 1] + [lone] * bool(lone)


def total(line_ups: Sequence[Sets], which: int) -> float:
    """Sum up what was scored, or what could be scored."""
    return sum(match[which] for sets in line_ups for set_ in sets for match in set_)


def interval(share: float, whole: float, line_ups: Sequence[Sets]) -> tuple[float, float]:
    """Compute the bounds of a share when each set is drawn at random as a whole.

    The spread of the sets gives the number of independent matches that would vary as much: the
    effective sample size. Wilson's interval is then computed for that size.
    """
    independent = whole * share * (1 - share)
    worth = (independent + CAUTION) / (sum(map(spread, line_ups)) + CAUTION)
    freedom = sum(map(len, line_ups)) - len(line_ups)
    return wilson(share, whole * worth, student_quantile(freedom))


def spread(sets: Sets) -> float:
    """Sum the squared differences between each set and the share of its line-up."""
    share = total([sets], TAKEN) / total([sets], POSSIBLE)
    surplus = (sum(taken - share * possible for taken, possible in set_) for set_ in sets)
    return sum(it * it for it in surplus) * len(sets) / max(len(sets) - 1, 1)


def wilson(share: float, count: float, quantile: float) -> tuple[float, float]:
    """Compute Wilson's interval, which stays within 0 to 1 and is accurate near both."""
    weight = quantile * quantile / count
    centre = (share + weight / 2) / (1 + weight)
    half = quantile * sqrt(share * (1 - share) / count + weight / (4 * count)) / (1 + weight)
    return max(0.0, centre - half), min(1.0, centre + half)


def student_quantile(freedom: int) -> float:
    """Approximate the quantile of Student's t distribution, to three digits."""
    if freedom <= max(SMALL_SAMPLE):
        return SMALL_SAMPLE[max(freedom, 1)]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
