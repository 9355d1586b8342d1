"""The results of an arena: shares with confidence intervals, and ratings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, groupby, permutations
from typing import Any

from openskill.models import BradleyTerryFull

from punto.lab.folder import FinishedMatch
from punto.lab.interval import Estimate, Tally, estimate
from punto.lab.settings import Settings
from punto.rules.facts import mode_named

JSON_DIGITS = 6

Rating = tuple[float, float]
"""Strength and its standard deviation."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a bot in all its matches."""

    bot: str
    matches: int
    wins: int
    """Matches won outright."""
    estimate: Estimate
    """Its share of its matches."""
    rating: Rating
    faults: int
    moves: int
    seconds: float

    @property
    def milliseconds(self) -> float:
        """Mean time per move."""
        return 1000 * self.seconds / max(self.moves, 1)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of a bot against another: its share of what the two scored together."""

    bot: str
    against: str
    matches: int
    estimate: Estimate | None


class Results:
    """The statistics of all finished matches; bots are sorted by their share."""

    def __init__(self, settings: Settings, finished: Iterable[FinishedMatch]) -> None:
        self.settings = settings
        self.matches = sorted(finished, key=lambda match: match.match)
        self.sets = [list(group) for _, group in groupby(self.matches, key=lambda match: match.set)]
        self.line_ups: dict[tuple[str, ...], list[list[FinishedMatch]]] = {}
        for set_ in self.sets:
            self.line_ups.setdefault(tuple(sorted(set_[0].sides)), []).append(set_)
        rated = rate_bots(self.matches)
        standings = (self._standing(name, rated[name]) for name in settings.names)
        self.standings = sorted(standings, key=lambda standing: -standing.estimate.share)
        names = [standing.bot for standing in self.standings]
        self.meetings = [self._meeting(one, other) for one, other in permutations(names, 2)]
        self.faults = [(match, fault) for match in self.matches for fault in match.faults]

    @property
    def even(self) -> float:
        """The share of a bot that is exactly as strong as the others."""
        return 1 / min(len(mode_named(self.settings.mode).sides), len(self.standings))

    def _standing(self, name: str, rating: Rating) -> Standing:
        mine = self._matches_of(name)
        overall = self._estimate(lambda match: (score_of(match, name), 1), name)
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
        def tally(match: FinishedMatch) -> Tally:
            mine = score_of(match, one)
            return mine, mine + score_of(match, other)

        together = len(self._matches_of(one, other))
        return Meeting(one, other, together, self._estimate(tally, one, other))

    def _estimate(self, tally: Callable[[FinishedMatch], Tally], *names: str) -> Estimate | None:
        """Estimate a share from the line-ups that contain all of these bots."""
        line_ups = self._with(*names)
        return estimate([[list(map(tally, set_)) for set_ in sets] for sets in line_ups])

    def _matches_of(self, *names: str) -> list[FinishedMatch]:
        return [match for sets in self._with(*names) for set_ in sets for match in set_]

    def _with(self, *names: str) -> list[list[list[FinishedMatch]]]:
        """Return the sets of every line-up that contains all of these bots."""
        return [sets for line_up, sets in self.line_ups.items() if set(names) <= set(line_up)]

    def as_json(self) -> dict[str, Any]:
        """Return the results as JSON data; what differs from run to run is under `timing`."""
        return {
            "settings": self.settings.as_json(),
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
            "rating": round(mu, JSON_DIGITS),
            "rating_sigma": round(sigma, JSON_DIGITS),
            "faults": standing.faults,
        }


def sides_of(match: FinishedMatch, name: str) -> Sequence[int]:
    """Return the sides that a bot played, counted from 0."""
    return [side for side, bot in enumerate(match.sides) if bot == name]


def score_of(match: FinishedMatch, name: str) -> float:
    """Sum what a bot scored in a match with all its sides."""
    return sum(match.scores[side] for side in sides_of(match, name))


def estimate_as_json(it: Estimate) -> dict[str, float]:
    """Return an estimate as JSON data."""
    numbers = {**asdict(it), "tighter": it.tighter}
    return {name: round(number, JSON_DIGITS) for name, number in numbers.items()}


def rate_bots(matches: Iterable[FinishedMatch]) -> dict[str, Rating]:
    """Rate all bots with openskill's Bradley-Terry model, in the order of the schedule.

    A match counts as a duel between every side that scored and every other side. Sides that
    scored nothing are not compared: neither was better, but they were not shown to be equal.
    The duels of a match have no order, so all of them start from the ratings before it.
    """
    model = BradleyTerryFull(tau=0.0)  # a bot does not change from match to match
    new = model.rating()
    known: dict[str, Rating] = {}
    for match in matches:
        before = {name: known.get(name, (new.mu, new.sigma)) for name in match.sides}
        known.update(before)
        for names, scores in duels(match):
            pair = [[model.rating(*before[name])] for name in names]
            after = model.rate(pair, ranks=[-score for score in scores])
            for name, (rating,) in zip(names, after, strict=True):
                (mu, sigma), (old_mu, old_sigma) = known[name], before[name]
                known[name] = mu + rating.mu - old_mu, sigma * rating.sigma / old_sigma
    return known


def duels(match: FinishedMatch) -> Iterator[tuple[tuple[str, str], tuple[float, float]]]:
    """List the pairs to compare, with their scores; a bot is never compared with itself."""
    for one, other in combinations(range(len(match.sides)), 2):
        names = match.sides[one], match.sides[other]
        scores = match.scores[one], match.scores[other]
        if names[0] != names[1] and any(scores):
            yield names, scores
