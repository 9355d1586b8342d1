"""Ratings of all bots together: a Bradley-Terry fit with intervals, in Elo.

The model gives every bot a strength: a bot that is stronger by d Elo takes 1 / (1 + 10**(-d / 400))
of its duels with another. The strengths are those with the highest likelihood, if every bot had
also drawn one duel with an average opponent: that keeps a bot finite that won or lost everything.

All duels on the same decks share their luck, so the intervals come from the differences between
sets of decks (a sandwich estimator of the covariance), with Student's quantile. The average of all
bots is 0: a rating says how much stronger a bot is than the field, and its interval how certain
that is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from punto.lab.interval import student_quantile

ELO = 400 / log(10)
"""Elo in one unit of the model, in which strengths are logarithms of odds."""

MAX_STEPS = 100
PRECISION = 1e-9

Duel = tuple[str, str, float]
"""Two bots, and the share of their duel that the first one took: 1, 0, or between them."""

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Elo:
    """A rating relative to the average of all bots, and its 95 % interval."""

    elo: float
    low: float
    high: float


def fit(names: Sequence[str], sets: Sequence[Sequence[Duel]]) -> dict[str, Elo]:
    """Rate bots by their duels, which are grouped by the sets of decks they were played on."""
    sets = [duels for duels in sets if duels]
    place = {name: number for number, name in enumerate(names)}
    duels = [duel for each in sets for duel in each]
    first = np.array([place[one] for one, _, _ in duels], dtype=np.intp)
    second = np.array([place[other] for _, other, _ in duels], dtype=np.intp)
    taken = np.array([share for *_, share in duels], dtype=np.float64)
    group = np.array([number for number, each in enumerate(sets) for _ in each], dtype=np.intp)
    strengths = most_likely(len(names), first, second, taken)
    covariance = sandwich(strengths, first, second, taken, group, len(sets))
    centred = np.eye(len(names)) - 1 / len(names)
    ratings = ELO * (centred @ strengths)
    spread = np.sqrt(np.diag(centred @ covariance @ centred))
    half = ELO * student_quantile(len(sets) - len(names) + 1) * spread
    return {
        name: Elo(float(ratings[i]), float(ratings[i] - half[i]), float(ratings[i] + half[i]))
        for name, i in place.items()
    }


def most_likely(
    count: int, first: npt.NDArray[np.intp], second: npt.NDArray[np.intp], taken: Vector
) -> Vector:
    """Find the strengths with the highest likelihood by Newton's method."""
    strengths: Vector = np.zeros(count)
    for _ in range(MAX_STEPS):
        surplus = taken - logistic(strengths[first] - strengths[second])
        slope = 0.5 - logistic(strengths)
        np.add.at(slope, first, surplus)
        np.subtract.at(slope, second, surplus)
        step = np.linalg.solve(curvature(strengths, first, second), slope)
        strengths = strengths + step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < PRECISION:
            break
    return strengths


def sandwich(
    strengths: Vector,
    first: npt.NDArray[np.intp],
    second: npt.NDArray[np.intp],
    taken: Vector,
    group: npt.NDArray[np.intp],
    groups: int,
) -> Vector:
    """Estimate the covariance of the strengths from how much the sets of decks differ."""
    surplus = taken - logistic(strengths[first] - strengths[second])
    slopes = np.zeros((groups, len(strengths)))
    np.add.at(slopes, (group, first), surplus)
    np.subtract.at(slopes, (group, second), surplus)
    drawn = logistic(strengths)
    varied = slopes.T @ slopes * (groups / max(groups - 1, 1)) + np.diag(drawn * (1 - drawn))
    inverse = np.linalg.inv(curvature(strengths, first, second))
    return np.asarray(inverse @ varied @ inverse)


def curvature(
    strengths: Vector, first: npt.NDArray[np.intp], second: npt.NDArray[np.intp]
) -> Vector:
    """Return minus the second derivatives of the likelihood."""
    drawn = logistic(strengths)
    found = np.diag(drawn * (1 - drawn))
    chance = logistic(strengths[first] - strengths[second])
    weight = chance * (1 - chance)
    np.add.at(found, (first, first), weight)
    np.add.at(found, (second, second), weight)
    np.subtract.at(found, (first, second), weight)
    np.subtract.at(found, (second, first), weight)
    return found


def logistic(odds: Vector) -> Vector:
    """Return the chances that belong to logarithms of odds."""
    return np.asarray(1 / (1 + np.exp(-odds)))
