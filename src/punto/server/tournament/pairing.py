"""Who meets whom in the next round of a Swiss tournament, who has a bye, and who starts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from typing import NamedTuple

from punto.server.tournament.matching import maximum_matching

Pair = frozenset[int]
GROUP = 4


class Draw(NamedTuple):
    """The tables of a round, each with its people in seat order, and who has a bye."""

    tables: list[list[int]]
    byes: list[int]


@dataclass
class History:
    """What the rounds so far mean for the next pairing."""

    met: Counter[Pair] = field(default_factory=Counter)
    """How often two people have sat at one table."""
    byes: Counter[int] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often somebody has had a seat; seats count from 1, and seat 1 starts."""
    points: Counter[int] = field(default_factory=Counter)

    def add(self, tables: Iterable[Sequence[int]], byes: Iterable[int] = ()) -> None:
        """Add a round."""
        for people in tables:
            self.met.update(frozenset(pair) for pair in combinations(people, 2))
            self.seats.update((person, seat) for seat, person in enumerate(people, start=1))
        self.byes.update(byes)

    def times_met(self, one: int, other: int) -> int:
        """Count how often two people have met."""
        return self.met[frozenset((one, other))]


def draw_pairs(ranking: Sequence[int], history: History) -> Draw:
    """Pair people for two-player tables, the best first, each with somebody of similar points.

    As few pairs as possible meet again. With an odd number, the lowest of those with the fewest
    byes has one.
    """
    people, byes = list(ranking), []
    fresh = unmet(people, history)
    if len(people) % 2:
        fewest = min(history.byes[person] for person in people)
        candidates = [one for one in reversed(people) if history.byes[one] == fewest]
        rests = {bye: [one for one in people if one != bye] for bye in candidates}
        bye = min(candidates, key=lambda one: rematches(rests[one], fresh))
        people.remove(bye)
        byes = [bye]
    tables = []
    needed = rematches(people, fresh)
    while people:
        first, *others = people
        for other in _by_suitability(first, others, history):
            rest = [one for one in others if one != other]
            left = rematches(rest, fresh)
            if (other not in fresh[first]) + left <= needed:
                people, needed = rest, left
                tables.append(in_seats((first, other), history))
                break
    return Draw(tables, byes)


def _by_suitability(first: int, others: Sequence[int], history: History) -> list[int]:
    """Sort opponents: met rarely, equal points, not both started too often, and by place.

    The best half of those with equal points meets the other half, as usual in Swiss tournaments.
    """
    points = history.points
    equals = [first, *(one for one in others if points[one] == points[first])]
    middle = {one: abs(place - len(equals) // 2) for place, one in enumerate(equals)}

    def unsuitability(other: int) -> tuple[int, int, bool, int]:
        return (
            history.times_met(first, other),
            abs(points[first] - points[other]),
            balance(first, history) * balance(other, history) > 0,
            middle.get(other, 0),
        )

    return sorted(others, key=unsuitability)


def balance(person: int, history: History) -> int:
    """How many times more than the opponents somebody has started."""
    return history.seats[person, 1] - history.seats[person, 2]


def unmet(people: Sequence[int], history: History) -> dict[int, set[int]]:
    """Find whom everybody has not met; if all have met, whom they have met most rarely."""
    times = {pair: history.times_met(*pair) for pair in combinations(people, 2)}
    least = min(times.values(), default=0)
    fresh: dict[int, set[int]] = {one: set() for one in people}
    for (one, other), count in times.items():
        if count == least:
            fresh[one].add(other)
            fresh[other].add(one)
    return fresh


def rematches(people: Sequence[int], fresh: Mapping[int, set[int]]) -> int:
    """Count the pairs that must meet again when all people are paired."""
    graph = {one: [other for other in people if other in fresh[one]] for one in people}
    return (len(people) - len(maximum_matching(graph))) // 2


def draw_groups(ranking: Sequence[int], history: History) -> Draw:
    """Make four-player tables of people with similar points who have rarely met.

    Two or three people who are left over play with bots. One alone has a bye.
    """
    people, byes = list(ranking), []
    if len(people) % GROUP == 1:
        fewest = min(history.byes[person] for person in people)
        bye = next(one for one in reversed(people) if history.byes[one] == fewest)
        people.remove(bye)
        byes = [bye]
    groups = [people[first : first + GROUP] for first in range(0, len(people), GROUP)]
    _exchange(groups, history, {one: place for place, one in enumerate(people)})
    return Draw([in_seats(group, history) for group in groups], byes)


def _exchange(groups: list[list[int]], history: History, place: Mapping[int, int]) -> None:
    """Exchange people between tables as long as that makes for fewer or closer meetings."""
    people = sorted(place, key=lambda one: place[one])
    costs = {
        (one, two): _cost(one, two, history) + (place[one] - place[two]) ** 2
        for one in people
        for two in people
    }

    def gain(here: Sequence[int], there: Sequence[int], one: int, two: int) -> int:
        """How much better it is if these two change places."""
        return sum(costs[one, other] - costs[two, other] for other in here if other != one) + sum(
            costs[two, other] - costs[one, other] for other in there if other != two
        )

    is_better = True
    while is_better:
        is_better = False
        for here, there in combinations(groups, 2):
            for first, second in product(range(len(here)), range(len(there))):
                if gain(here, there, here[first], there[second]) > 0:
                    here[first], there[second] = there[second], here[first]
                    is_better = True


def _cost(one: int, two: int, history: History) -> int:
    """How bad it is if two people meet: again is worst, then by the gap between their points."""
    gap = history.points[one] - history.points[two]
    return 10**12 * history.times_met(one, two) ** 2 + 10**6 * gap**2


def in_seats(people: Sequence[int], history: History) -> list[int]:
    """Seat people so that everybody has every seat about equally often; seat 1 starts."""

    def cost(seated: Iterable[int]) -> int:
        counts = [history.seats[one, seat] for seat, one in enumerate(seated, start=1)]
        return sum((count + 1) ** 2 - count**2 for count in counts)

    return list(min(permutations(people), key=cost))
