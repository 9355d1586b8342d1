"""The standings of a tournament: points, and the tie-breaks that docs/hosting.md explains.

A win is worth 2 points, a match without a winner 1, and a defeat 0. A bye counts as a win at
tables of two, and as a match without a winner at tables of four, where few win.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

System = Literal["swiss", "round_robin"]

WIN, SHARED, DEFEAT = 2, 1, 0


class Outcome(NamedTuple):
    """What one finished match, or one bye, means for one person."""

    player: int
    points: int
    others: tuple[int, ...] = ()
    """The people who were met. Bots are not among them."""
    rounds: int = 0
    """Rounds won, less the rounds that all others at the table won."""
    is_bye: bool = False


class Standing(NamedTuple):
    """Somebody's place, and what it is made of."""

    player: int
    place: int
    """From 1. People whom nothing tells apart share a place."""
    points: int
    played: int
    won: int
    direct: int
    """Points in matches with those who have equally many points; only in a round robin."""
    opponents: int
    """The points of all who were met (Buchholz)."""
    beaten: int
    """The points of all who were beaten, and half of those of matches without a winner, doubled
    so that it is a whole number (Sonneborn-Berger)."""
    rounds: int
    """Rounds won, less the rounds that others won at the same tables."""

    def key(self, system: System) -> tuple[int, ...]:
        """What decides the place, in this order."""
        if system == "swiss":
            return self.points, self.opponents, self.beaten, self.rounds
        return self.points, self.direct, self.beaten, self.rounds


def bye_points(seats: int) -> int:
    """What a bye is worth at tables with this many seats."""
    return WIN if seats == 2 else SHARED


def standings(
    players: Iterable[int], outcomes: Sequence[Outcome], system: System
) -> list[Standing]:
    """Sort people by their results, the best first."""
    of: dict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        of[outcome.player].append(outcome)
    points = {player: sum(one.points for one in of[player]) for player in players}
    rows = [_standing(player, of[player], points) for player in points]
    rows.sort(key=lambda row: (*(-value for value in row.key(system)), row.player))
    placed: list[Standing] = []
    for number, row in enumerate(rows, start=1):
        is_equal = placed and placed[-1].key(system) == row.key(system)
        placed.append(row._replace(place=placed[-1].place if is_equal else number))
    return placed


def _standing(player: int, outcomes: Sequence[Outcome], points: dict[int, int]) -> Standing:
    """Add up the results of one person; the place is not known yet."""
    own = points[player]
    direct = opponents = beaten = 0
    for one in outcomes:
        # A bye counts as if one had met somebody with as many points as oneself.
        met = [own] if one.is_bye else [points[other] for other in one.others]
        sum_met = sum(met)
        opponents += sum_met
        beaten += one.points * sum_met
        if own in met and not one.is_bye:
            direct += one.points
    return Standing(
        player=player,
        place=0,
        points=own,
        played=sum(not one.is_bye for one in outcomes),
        won=sum(one.points == WIN and not one.is_bye for one in outcomes),
        direct=direct,
        opponents=opponents,
        beaten=beaten,
        rounds=sum(one.rounds for one in outcomes),
    )
