"""The schedule: which bots meet, on which decks, and who sits where."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from punto.lab.settings import Settings
from punto.rules.facts import mode_named

LineUp = tuple[str, ...]
"""A bot for each side."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match that is to be played."""

    number: int
    """From 1; a longer schedule of the same bots begins with the same matches."""
    set: int
    """Which set of decks, from 1; matches with the same number are dealt the same decks."""
    sides: LineUp


def schedule(settings: Settings) -> list[Fixture]:
    """List all matches; each set of decks is played once from every rotation of its line-up."""
    sides = len(mode_named(settings.mode).sides)
    meetings = [orders(line_up) for line_up in line_ups(settings.bots, sides)]
    fixtures: list[Fixture] = []
    decks = 0
    for turn in range(sets_for_each(settings)):
        for ways in meetings:
            decks += 1
            for seated in rotations(ways[turn % len(ways)]):
                fixtures.append(Fixture(len(fixtures) + 1, decks, seated))
    return fixtures


def sets_for_each(settings: Settings) -> int:
    """Count the sets of decks of a line-up: what was asked for, rounded up to whole sets."""
    return -(-settings.matches // len(mode_named(settings.mode).sides))


def line_ups(bots: Sequence[str], sides: int) -> list[LineUp]:
    """List who meets whom: all combinations, and with too few bots each as often as the next."""
    each, more = divmod(sides, len(bots))
    return [tuple(bots) * each + rest for rest in combinations(bots, more)]


def orders(line_up: LineUp) -> list[LineUp]:
    """List the ways round a table that no rotation turns into one another.

    Sets of decks take turns with them, so that nobody always sits behind the same bot.
    """
    found: list[LineUp] = []
    for rest in permutations(line_up[1:]):
        order = (line_up[0], *rest)
        if not any(turned in found for turned in rotations(order)):
            found.append(order)
    return found


def rotations(order: LineUp) -> Iterator[LineUp]:
    """Let everybody move one seat on until all have sat everywhere."""
    for step in range(len(order)):
        yield order[step:] + order[:step]


def deal_seed(seed: int, decks: int, part: int = 1) -> bytes:
    """Find the seed of a match: the same for all matches on a set of decks."""
    return hashlib.sha256(f"punto arena 1 seed {seed} set {decks} part {part}".encode()).digest()
