"""The results of an arena: who is stronger, by how much, and how sure is that."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, permutations
from typing import Any

from punto.lab.finished import Finished
from punto.lab.interval import Estimate, Tally, estimate
from punto.lab.rating import Rating, ratings
from punto.lab.settings import Settings
from punto.rules.facts import mode_named

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot has done in all its matches."""

    bot: str
    matches: int
    wins: int
    """Matches that it has won alone."""
    estimate: Estimate
    """Its share of its matches."""
    rating: Rating
    faults: int
    moves: int
    seconds: float

    @property
    def milliseconds(self) -> float:
        """The mean time of a move."""
        return 1000 * self.seconds / max(self.moves, 1)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a bot has done against another: its share of what either of the two took."""

    bot: str
    against: str
    matches: int
    estimate: Estimate | None


class Results:
    """All that can be said of finished matches; bots stand in the order of their shares."""

    def __init__(self, settings: Settings, finished: Iterable[Finished]) -> None:
        self.settings = settings
        self.matches = sorted(finished, key=lambda match: match.match)
        self.sets = [list(group) for _, group in groupby(self.matches, key=lambda match: match.set)]
        self.line_ups: dict[tuple[str, ...], list[list[Finished]]] = {}
        for set_ in self.sets:
            self.line_ups.setdefault(tuple(sorted(set_[0].sides)), []).append(set_)
        rated = ratings(self.matches)
        standings = (self._standing(name, rated[name]) for name in settings.bots)
        self.standings = sorted(standings, key=lambda standing: -standing.estimate.share)
        names = [standing.bot for standing in self.standings]
        self.meetings = [self._meeting(one, other) for one, other in permutations(names, 2)]
        self.faults = [(match, fault) for match in self.matches for fault in match.faults]

    @property
    def even(self) -> float:
        """The share of a bot that is as strong as the others; all of them sit at some tables."""
        return 1 / min(len(mode_named(self.settings.mode).sides), len(self.standings))

    def _standing(self, name: str, rating: Rating) -> Standing:
        mine = self._matches_of(name)
        overall = self._estimate(lambda match: (taken(match, name), 1), name)
        assert overall is not None
        sides = [(match, side) for match in mine for side in sides_of(match, name)]
        return Standing(
            bot=name,
            matches=len(mine),
            wins=sum(match.scores[side] == 1 for match, side in sides),
            estimate=overall,
            rating=rating,
            faults=sum(fault.bot == name for match in mine for fault in match.faults),
            moves=sum(match.moves[side] for match, side in sides),
            seconds=sum(match.seconds[side] for match, side in sides),
        )

    def _meeting(self, one: str, other: str) -> Meeting:
        def tally(match: Finished) -> Tally:
            mine = taken(match, one)
            return mine, mine + taken(match, other)

        together = len(self._matches_of(one, other))
        return Meeting(one, other, together, self._estimate(tally, one, other))

    def _estimate(self, tally: Callable[[Finished], Tally], *names: str) -> Estimate | None:
        """Estimate a share from the line-ups in which all of these bots play."""
        line_ups = self._with(*names)
        return estimate([[list(map(tally, set_)) for set_ in sets] for sets in line_ups])

    def _matches_of(self, *names: str) -> list[Finished]:
        return [match for sets in self._with(*names) for set_ in sets for match in set_]

    def _with(self, *names: str) -> list[list[list[Finished]]]:
        """Find the sets of every line-up in which all of these bots play."""
        return [sets for line_up, sets in self.line_ups.items() if set(names) <= set(line_up)]

    def as_json(self) -> dict[str, Any]:
        """Say it in data; what the clock has a hand in stands apart, under `timing`."""
        return {
            "settings": asdict(self.settings),
            "matches": len(self.matches),
            "sets": len(self.sets),
            "bots": [self._bot(standing) for standing in self.standings],
            "meetings": [
                {"bot": it.bot, "against": it.against, "matches": it.matches}
                | (estimate_as_json(it.estimate) if it.estimate else {})
                for it in self.meetings
            ],
            "faults": [
                {"match": match.match, "record": match.records[fault.part - 1], **asdict(fault)}
                for match, fault in self.faults
            ],
            "timing": {
                it.bot: {"moves": it.moves, "ms_a_move": round(it.milliseconds, 3)}
                for it in self.standings
            },
        }

    def _bot(self, standing: Standing) -> dict[str, Any]:
        mu, sigma = standing.rating
        return {
            "bot": standing.bot,
            "matches": standing.matches,
            "wins": standing.wins,
            **estimate_as_json(standing.estimate),
            "rating": round(mu, DIGITS),
            "rating_sigma": round(sigma, DIGITS),
            "faults": standing.faults,
        }


def sides_of(match: Finished, name: str) -> Sequence[int]:
    """List the sides that a bot played, counted from 0."""
    return [side for side, bot in enumerate(match.sides) if bot == name]


def taken(match: Finished, name: str) -> float:
    """Sum up what a bot took of a match with all its sides."""
    return sum(match.scores[side] for side in sides_of(match, name))


def estimate_as_json(it: Estimate) -> dict[str, float]:
    """Say in data how large a share is."""
    numbers = {**asdict(it), "tighter": it.tighter}
    return {name: round(number, DIGITS) for name, number in numbers.items()}
