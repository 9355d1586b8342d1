"""How hard a puzzle is: the levels try to solve it, and their errors give it a rating.

Every try counts as a game between a level and the puzzle. The rating is the one that makes the
results most likely under the formula of Glicko, given that puzzles are around 1500 before anybody
tried. It is the scale on which people who solve puzzles are rated too.
"""

from dataclasses import dataclass
from math import log, sqrt
from random import Random

from punto.bots.levels import LEVELS, Level
from punto.engine import Budget, choose
from punto.rules.cell import Cell
from punto.rules.position import Position

LEVEL_RATINGS = {
    "beginner": 800,
    "easy": 1000,
    "casual": 1200,
    "medium": 1400,
    "skilled": 1600,
    "hard": 1800,
    "expert": 2000,
}
"""The levels are evenly spaced in strength; their ratings as solvers are set to be, too."""

TRIES = 12
SEARCH_TRIES = 4
"""Tries of a level that searches: they take longer, and differ less."""

EASY_SHARE = 0.85
"""What the weakest level finds more often is no puzzle."""

USUAL, SPREAD = 1500, 350
"""What is known of a rating before anybody tried."""

HIGHEST = 3000
PRECISION = 0.5
SLOPE = log(10) / 400


@dataclass(frozen=True, slots=True)
class Trial:
    """How often a level tried a puzzle, and how often it found the answer."""

    level_rating: int
    tries: int
    found: int


def trials_of(position: Position, answer: Cell, seed: str) -> list[Trial]:
    """Let the levels try a puzzle."""
    random = Random(seed)
    trials = []
    for level in LEVELS:
        if level.name in LEVEL_RATINGS:
            tries = SEARCH_TRIES if level.simulations else TRIES
            found = sum(attempt(level, position, random) == answer for _ in range(tries))
            trials.append(Trial(LEVEL_RATINGS[level.name], tries, found))
    return trials


def is_too_easy(position: Position, answer: Cell, seed: str) -> bool:
    """Whether even the weakest level nearly always finds the answer."""
    random, level = Random(f"{seed} easy"), LEVELS[0]
    found = sum(attempt(level, position, random) == answer for _ in range(TRIES))
    return found > EASY_SHARE * TRIES


def attempt(level: Level, position: Position, random: Random) -> Cell:
    """Return what a level plays, the same on every machine."""
    if level.simulations:
        return choose(position, Budget(level.simulations), seed=random.getrandbits(64))
    return level.choose_at_a_glance(position, random)


def rating_of(trials: list[Trial]) -> tuple[int, int]:
    """Return the most likely rating, and its standard error."""
    low, high = 0.0, float(HIGHEST)
    while high - low > PRECISION:
        middle = (low + high) / 2
        if pull(trials, middle) > 0:
            low = middle
        else:
            high = middle
    rating = (low + high) / 2
    knowledge = SPREAD**-2 + SLOPE**2 * sum(
        trial.tries * (miss := miss_chance(trial, rating)) * (1 - miss) for trial in trials
    )
    return round(rating), round(1 / sqrt(knowledge))


def pull(trials: list[Trial], rating: float) -> float:
    """Return the slope of the log likelihood: above 0 if a higher rating is more likely."""
    surprise = sum(
        trial.tries - trial.found - trial.tries * miss_chance(trial, rating) for trial in trials
    )
    return SLOPE * surprise - (rating - USUAL) / SPREAD**2


def miss_chance(trial: Trial, rating: float) -> float:
    """Return the chance that a level misses the answer, by the formula of Glicko."""
    return float(1 / (1 + 10 ** ((trial.level_rating - rating) / 400)))
