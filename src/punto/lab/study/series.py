"""What the study plays: series of deals, each series with its mode, its players and its pairing.

Every deal of a series is played several times, and what differs between these plays is the thing
that is measured. So the luck of the decks cancels out.
"""

from dataclasses import dataclass
from enum import StrEnum

from punto.rules.editions import DEFAULT_EDITION, EDITIONS
from punto.rules.facts import MODES


class Kind(StrEnum):
    """How the deals of a series are played."""

    EQUALS = "equals"
    """All sides are the same player; the deal is played once with every seat starting."""
    DUEL = "duel"
    """One side is the first player, all others are the second; the first one takes every side."""
    MATCH = "match"
    """A match of the same player against itself; the same seeds in every edition."""
    REMOVED = "removed"
    """A round, then the next one twice: with the card that the winner lost, and without it."""
    MISSING = "missing"
    """The same decks whole, and without one card of one side: a nine, a five, a one."""


@dataclass(frozen=True, slots=True)
class Series:
    """One series of deals."""

    kind: Kind
    mode: str
    players: tuple[str, ...]
    """One player, or for a duel two: names of bots or of habits."""
    weight: float = 1.0
    """How many deals are played, in proportion to the others; slow players play fewer."""
    edition: str = DEFAULT_EDITION

    @property
    def name(self) -> str:
        """A name for its file, which no other series has."""
        edition = [self.edition] if self.kind is Kind.MATCH else []
        return "-".join([self.kind, self.mode, *self.players, *edition])

    def deals(self, base: int) -> int:
        """Return how many deals are played; `base` is the number for weight 1."""
        return max(MIN_DEALS, round(base * self.weight))


MIN_DEALS = 2
"""Intervals need at least two deals."""

LEVEL_WEIGHTS = {
    "greedy": 0.05,
    "beginner": 0.25,
    "medium": 0.25,
    "hard": 2.5,
    "expert": 0.25,
    "master": 0.05,
}
"""The levels that play against themselves. `hard` is the standard player of most questions."""

DUELS = {
    ("greedy", "beginner"): 0.05,
    ("medium", "beginner"): 0.25,
    ("hard", "beginner"): 0.25,
    ("hard", "medium"): 1.0,
    ("expert", "hard"): 0.25,
    ("master", "expert"): 0.05,
}
"""Stronger players against weaker ones."""

SLOW_PLAYERS = {"greedy": ("2p",), "master": ("2p",)}
"""Players that take much longer than the others, and the only modes that they play."""

HABIT_NAMES = (
    "never-covers",
    "always-covers",
    "likes-the-centre",
    "likes-the-edge",
    "nines-on-top",
    "nines-beside",
)
HABIT_MODES = ("2p", "4p")
STANDARD_PLAYER = "hard"


def takes_part(player: str, mode: str) -> bool:
    """Whether a player plays a mode in this study."""
    return mode in SLOW_PLAYERS.get(player, MODES)


SERIES = (
    *(
        Series(Kind.EQUALS, mode, (level,), weight)
        for mode in MODES
        for level, weight in LEVEL_WEIGHTS.items()
        if takes_part(level, mode)
    ),
    *(
        Series(Kind.DUEL, mode, pair, weight)
        for mode in MODES
        for pair, weight in DUELS.items()
        if takes_part(pair[0], mode)
    ),
    *(
        Series(Kind.DUEL, mode, (habit, STANDARD_PLAYER))
        for habit in HABIT_NAMES
        for mode in HABIT_MODES
    ),
    *(
        Series(Kind.MATCH, mode, (STANDARD_PLAYER,), 0.5, edition)
        for mode in MODES
        for edition in EDITIONS
    ),
    *(Series(Kind.REMOVED, mode, (STANDARD_PLAYER,), 2.0) for mode in MODES),
    *(Series(Kind.MISSING, mode, (STANDARD_PLAYER,), 2.0) for mode in HABIT_MODES),
)
"""All series of the study."""
