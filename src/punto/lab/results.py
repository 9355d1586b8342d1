"""The results of an arena: shares with confidence intervals, and ratings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, groupby, permutations
from typing import Any

from openskill.models import BradleyTerryFull

from punto.lab.bradley_terry import Duel, Elo, fit
from punto.lab.folder import FinishedMatch
from punto.lab.interval import Estimate, Tally, estimate
from punto.lab.settings import GAUNTLET, Settings
from punto.lab.sprt import Course
from punto.rules.facts import mode_named

JSON_DIGITS, ELO_DIGITS = 6, 2

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
    """By openskill, match after match."""
    elo: Elo
    """By a Bradley-Terry fit of all matches together."""
    faults: int
    moves: int
    seconds: float
    simulations: int

    @property
    def milliseconds(self) -> float:
        """Mean time per move."""
        return 1000 * self.seconds / max(self.moves, 1)

    @property
    def simulations_a_move(self) -> float:
        """Mean number of simulations per move."""
        return self.simulations / max(self.moves, 1)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of a bot against another: its share of what the two scored together."""

    bot: str
    against: str
    matches: int
    estimate: Estimate | None


class Results:
    """The statistics of all finished matches; bots are sorted by their share."""

    def __init__(
        self, settings: Settings, finished: Iterable[FinishedMatch], sprt: Course | None = None
    ) -> None:
        self.settings = settings
        self.sprt = sprt
        """The sequential test, if the arena was to stop by one."""
        self.matches = sorted(finished, key=lambda match: match.match)
        self.sets = [list(group) for _, group in groupby(self.matches, key=lambda match: match.set)]
        self.line_ups: dict[tuple[str, ...], list[list[FinishedMatch]]] = {}
        for set_ in self.sets:
            self.line_ups.setdefault(tuple(sorted(set_[0].sides)), []).append(set_)
        rated, fitted = rate_bots(self.matches), fit_bots(settings.names, self.sets)
        standings = (self._standing(name, rated[name], fitted[name]) for name in settings.names)
        self.standings = sorted(standings, key=lambda standing: -standing.estimate.share)
        names = [standing.bot for standing in self.standings]
        self.meetings = [self._meeting(one, other) for one, other in permutations(names, 2)]
        self.faults = [(match, fault) for match in self.matches for fault in match.faults]

    @property
    def even(self) -> float:
        """The share of a bot that is exactly as strong as the others."""
        if self.settings.tournament == GAUNTLET:
            return 0.5
        return 1 / min(len(mode_named(self.settings.mode).sides), len(self.standings))

    @property
    def adjudicated(self) -> int:
        """Rounds that were ended because a side was as good as sure to win them."""
        return sum(match.adjudicated for match in self.matches)

    def _standing(self, name: str, rating: Rating, elo: Elo) -> Standing:
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
            elo=elo,
            faults=sum(fault.bot == name for match in mine for fault in match.faults),
            moves=sum(match.moves[side] for match, side in sides),
            seconds=sum(match.seconds[side] for match, side in sides),
            simulations=sum(match.simulations[side] for match, side in sides if match.simulations),
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
            "adjudicated_rounds": self.adjudicated,
            "sprt": None if self.sprt is None else sprt_as_json(self.sprt),
            "timing": {
                it.bot: {
                    "moves": it.moves,
                    "simulations_a_move": round(it.simulations_a_move, 1),
                    "ms_a_move": round(it.milliseconds, 3),
                }
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
            "elo": round(standing.elo.elo, ELO_DIGITS),
            "elo_low": round(standing.elo.low, ELO_DIGITS),
            "elo_high": round(standing.elo.high, ELO_DIGITS),
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


def fit_bots(names: Sequence[str], sets: Iterable[Iterable[FinishedMatch]]) -> dict[str, Elo]:
    """Rate all bots by a Bradley-Terry fit of the same duels, all at once."""
    return fit(names, [[duel for match in set_ for duel in shared_duels(match)] for set_ in sets])


def shared_duels(match: FinishedMatch) -> Iterator[Duel]:
    """List the duels of a match with the share that the first of the two bots took."""
    for (one, other), (mine, theirs) in duels(match):
        yield one, other, mine / (mine + theirs)


def sprt_as_json(course: Course) -> dict[str, Any]:
    """Return the state of a sequential test as JSON data."""
    test, share = course.test, course.share
    low, high = test.limits
    return {
        "low": round(test.low, JSON_DIGITS),
        "high": round(test.high, JSON_DIGITS),
        "unit": test.unit,
        "alpha": test.alpha,
        "beta": test.beta,
        "deals": course.deals,
        "share": None if share is None else round(share, JSON_DIGITS),
        "llr": round(course.ratio, JSON_DIGITS),
        "llr_low": round(low, JSON_DIGITS),
        "llr_high": round(high, JSON_DIGITS),
        "accepts": {None: None, test.low: "H0", test.high: "H1"}[course.accepted],
    }


def duels(match: FinishedMatch) -> Iterator[tuple[tuple[str, str], tuple[float, float]]]:
    """List the pairs to compare, with their scores; a bot is never compared with itself."""
    for one, other in combinations(range(len(match.sides)), 2):
        names = match.sides[one], match.sides[other]
        scores = match.scores[one], match.scores[other]
        if names[0] != names[1] and any(scores):
            yield names, scores
