"""The schedule of a round robin: everybody meets everybody, in rounds that are known beforehand."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from punto.server.tournament.pairing import GROUP, Draw, History, draw_groups

Schedule = tuple[tuple[tuple[int, ...], ...], ...]
"""For each round its tables, and for each table its places, from 0, in seat order."""

NOBODY = 0
"""Stands for a person at a place that nobody has taken."""


@lru_cache(maxsize=64)
def schedule(people: int, seats: int) -> Schedule:
    """Make the schedule for a number of people and seats a table."""
    return pairs_schedule(people) if seats == 2 else groups_schedule(people)


def pairs_schedule(people: int) -> Schedule:
    """Make the schedule of two-player tables by the circle method.

    An odd number of people gets one place more: whoever meets it has a bye. Everybody starts as
    often as not, or once more or less.
    """
    places = people + people % 2
    last, rounds = places - 1, []
    for number in range(last):
        # The last place stays, the others move round it.
        tables = [(number, last) if number % 2 else (last, number)]
        for step in range(1, places // 2):
            pair = ((number + step) % last, (number - step) % last)
            tables.append(pair if step % 2 else pair[::-1])
        rounds.append(tuple(tables))
    return tuple(rounds)


def groups_schedule(people: int) -> Schedule:
    """Make the schedule of four-player tables: rounds until everybody has met everybody.

    Every round brings together those who have met most rarely.
    """
    history, rounds = History(), []
    missing = {one: {two for two in range(people) if two != one} for one in range(people)}
    while any(missing.values()):
        draw = draw_groups(_by_missing(missing), history)
        history.add(draw.tables, draw.byes)
        tables = [*draw.tables, *([one] for one in draw.byes)]
        rounds.append(tuple(tuple(table) for table in tables))
        for table in draw.tables:
            for one in table:
                missing[one].difference_update(table)
    return tuple(rounds)


def _by_missing(missing: Mapping[int, set[int]]) -> list[int]:
    """Put those next to each other who have not met: who misses most, then whom they miss."""
    left, ordered = list(missing), []
    while left:
        group = [max(left, key=lambda one: len(missing[one]))]
        left.remove(group[0])
        while left and len(group) < GROUP:
            chosen = max(left, key=lambda one: len(missing[one].intersection(group)))
            left.remove(chosen)
            group.append(chosen)
        ordered += group
    return ordered


def scheduled(tables: Sequence[Sequence[int]], places: Sequence[int]) -> Draw:
    """Find who plays in a round of the schedule. `places` says who has which place."""
    draw = Draw([], [])
    for table in tables:
        people = [places[place] for place in table if place < len(places) and places[place]]
        if len(people) == 1:
            draw.byes.extend(people)
        elif people:
            draw.tables.append(people)
    return draw
