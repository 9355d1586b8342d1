"""The schedule of an arena: which bots meet, on which decks, and who sits where."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from punto.lab.settings import ROUND_ROBIN, Settings
from punto.rules.facts import mode_named

LineUp = tuple[str, ...]
"""A bot for each side."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A scheduled match."""

    number: int
    """From 1; a longer schedule of the same bots starts with the same matches."""
    set: int
    """The set of decks, from 1; matches of the same set are dealt the same decks."""
    sides: LineUp
    opening: int = 0
    """Which of the openings it begins from, counted from 1; 0 is an empty table."""


def schedule(settings: Settings) -> list[Fixture]:
    """List all matches; each set of decks is played once with every rotation of its line-up."""
    meetings = [seating_orders(line_up) for line_up in all_line_ups(settings)]
    fixtures: list[Fixture] = []
    decks = 0
    for turn in range(sets_per_line_up(settings)):
        opening = turn % len(settings.openings) + 1 if settings.openings else 0
        for ways in meetings:
            decks += 1
            for seated in rotations(ways[turn % len(ways)]):
                fixtures.append(Fixture(len(fixtures) + 1, decks, seated, opening))
    return fixtures


def sets_per_line_up(settings: Settings) -> int:
    """Number of sets of decks per line-up: the requested matches, rounded up to whole sets."""
    return -(-settings.matches // len(mode_named(settings.mode).sides))


def all_line_ups(settings: Settings) -> list[LineUp]:
    """List the line-ups of a tournament; each gets a set of decks before any gets another."""
    sides, names = len(mode_named(settings.mode).sides), settings.names
    if settings.tournament == ROUND_ROBIN:
        return line_ups(names, sides)
    return [line_up for other in names[1:] for line_up in line_ups((names[0], other), sides)]


def line_ups(bots: Sequence[str], sides: int) -> list[LineUp]:
    """List who meets whom: all combinations; with fewer bots than sides, bots repeat evenly."""
    each, more = divmod(sides, len(bots))
    return [tuple(bots) * each + rest for rest in combinations(bots, more)]


def seating_orders(line_up: LineUp) -> list[LineUp]:
    """List the seating orders that are not rotations of one another.

    The sets of decks alternate between them, so that no bot always follows the same one.
    """
    found: list[LineUp] = []
    for rest in permutations(line_up[1:]):
        order = (line_up[0], *rest)
        if not any(turned in found for turned in rotations(order)):
            found.append(order)
    return found


def rotations(order: LineUp) -> Iterator[LineUp]:
    """List the rotations of a seating order, so that everybody sits everywhere once."""
    for step in range(len(order)):
        yield order[step:] + order[:step]


def deal_seed(seed: int, decks: int, part: int = 1) -> bytes:
    """Derive the seed of a match: the same for all matches of a set of decks."""
    return hashlib.sha256(f"punto arena 1 seed {seed} set {decks} part {part}".encode()).digest()
