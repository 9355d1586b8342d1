"""How sure a share is: 95 % intervals from paired sets of matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
CAUTION = 3.0
"""How many more sets we allow to have been off by one match, when none was: the rule of three.
So that no interval has a width of nothing, and the gain from few sets is not overrated."""

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
SMALL_SAMPLE = {1: 12.7062, 2: 4.3027, 3: 3.1824}

Tally = tuple[float, float]
"""What was taken in a match, and what there was to take."""

TAKEN, POSSIBLE = 0, 1
Sets = Sequence[Sequence[Tally]]
"""For each set of decks the tallies of its matches."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share with its interval, and the interval it would have without paired decks."""

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
    """Estimate a share from the sets of each line-up; None if there was nothing to take.

    Matches on the same decks with seats exchanged vary together, luck against luck. So not the
    matches but the sets are what chance draws, and their spread says how sure the share is.
    Who met whom is no matter of chance, so each line-up's sets are compared with one another.
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
    """Put sets that are alone in their line-up together, so that they have others beside them."""
    lone = [sets[0] for sets in line_ups if len(sets) == 1]
    return [sets for sets in line_ups if len(sets) > 1] + [lone] * bool(lone)


def total(line_ups: Sequence[Sets], which: int) -> float:
    """Sum up what was taken, or what there was to take."""
    return sum(match[which] for sets in line_ups for set_ in sets for match in set_)


def interval(share: float, whole: float, line_ups: Sequence[Sets]) -> tuple[float, float]:
    """Find between which bounds a share is, if chance drew each set as a whole.

    The spread of the sets tells how many matches that are won or lost independently of one
    another would vary as much; for so many Wilson's interval is taken.
    """
    independent = whole * share * (1 - share)
    worth = (independent + CAUTION) / (sum(map(spread, line_ups)) + CAUTION)
    freedom = sum(map(len, line_ups)) - len(line_ups)
    return wilson(share, whole * worth, critical(freedom))


def spread(sets: Sets) -> float:
    """Square how far each set is from what its line-up's share lets expect, and sum it up."""
    share = total([sets], TAKEN) / total([sets], POSSIBLE)
    surplus = (sum(taken - share * possible for taken, possible in set_) for set_ in sets)
    return sum(it * it for it in surplus) * len(sets) / max(len(sets) - 1, 1)


def wilson(share: float, count: float, quantile: float) -> tuple[float, float]:
    """Give Wilson's interval: it stays within 0 to 1 and is honest near both."""
    weight = quantile * quantile / count
    centre = (share + weight / 2) / (1 + weight)
    half = quantile * sqrt(share * (1 - share) / count + weight / (4 * count)) / (1 + weight)
    return max(0.0, centre - half), min(1.0, centre + half)


def critical(freedom: int) -> float:
    """Find Student's quantile for so many degrees of freedom, to three digits."""
    if freedom <= max(SMALL_SAMPLE):
        return SMALL_SAMPLE[max(freedom, 1)]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
