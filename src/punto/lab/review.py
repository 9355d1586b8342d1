"""Reviews a match: how much each placement gave away, and where the match turned."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import hypot

from punto.engine import Analysis, Budget, Kind, Reason, analyse, explain
from punto.engine.analysis import Outlook
from punto.lab.futures import outlook
from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd
from punto.rules.match import Match
from punto.rules.position import Position
from punto.rules.round import Placement

DEFAULT_SIMULATIONS = 3_000

BAD = frozenset((Kind.MISSES, Kind.LEAVES, Kind.HANDS_OVER, Kind.SPOILS))
"""The kinds of reasons that always speak against a cell."""

BAD_FOR_OWN = frozenset((Kind.COVERS, Kind.NARROWS))
"""The kinds that speak against a cell where they are about the side that moves."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A placement in a match, with the public position before it."""

    round_number: int
    ply: int
    """How many cards had been placed in the round before it."""
    position: Position
    placement: Placement


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of a placement, compared with the best one that the search found."""

    moment: Moment
    analysis: Analysis
    played: Outlook
    best: Outlook

    @property
    def side(self) -> int:
        """The side that moved."""
        return self.moment.position.mode.side_of(self.moment.placement.seat).number

    @property
    def better(self) -> Cell | None:
        """The better cell; None if the placement gave nothing away."""
        return self.analysis.best.cell if self.gave_away else None

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the difference between the two placements."""
        side = self.side - 1
        return hypot(self.best.errors[side], self.played.errors[side])

    @property
    def gave_away(self) -> float:
        """The chance of winning the round that the side lost; 0 if it could be noise."""
        side = self.side - 1
        difference = self.best.chances[side] - self.played.chances[side]
        return difference if difference > self.error else 0.0

    @property
    def at_stake(self) -> float:
        """How much the worst cell would have given away, and never less than this one did."""
        side = self.side - 1
        chances = [estimate.chances[side] for estimate in self.analysis.estimates]
        return max(self.gave_away, self.analysis.best.chances[side] - min(chances))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why a placement was worse than the best one, as far as the rules tell."""

    against: tuple[Reason, ...]
    """What speaks against the cell that was played, but not against the better one."""
    instead: tuple[Reason, ...]
    """What speaks for the better cell, but not for the one that was played."""


def compare(judgement: Judgement) -> Comparison:
    """Compare the reasons of the cell that was played with those of the best one."""
    position = judgement.moment.position
    played = explain(position, judgement.moment.placement.cell)
    best = explain(position, judgement.analysis.best.cell)
    return Comparison(
        tuple(each for each in missing_in(best, played) if is_bad(each, judgement.side)),
        tuple(each for each in missing_in(played, best) if not is_bad(each, judgement.side)),
    )


def missing_in(others: Iterable[Reason], reasons: Iterable[Reason]) -> list[Reason]:
    """List reasons without those that others share: of the same kind, about the same cards."""
    known = {what_it_says(each) for each in others}
    return [each for each in reasons if what_it_says(each) not in known]


def what_it_says(reason: Reason) -> tuple[object, ...]:
    """Return what two reasons have in common that say the same of two cells."""
    return reason.kind, reason.colour, reason.gaps, reason.cards, reason.before, reason.now


def is_bad(reason: Reason, side: int) -> bool:
    """Whether a reason speaks against a cell for the side that moves."""
    if reason.kind is Kind.COUNTS:
        return (reason.now < reason.before) == (reason.side == side)
    return reason.kind in BAD or (reason.kind in BAD_FOR_OWN and reason.side == side)


@dataclass(frozen=True, slots=True)
class Review:
    """All placements of a match with their judgements, in the order of play."""

    match: Match
    simulations: int
    seed: int
    judgements: tuple[Judgement, ...]

    @property
    def ends(self) -> tuple[RoundEnd | None, ...]:
        """How each round ended; None for a round still in play."""
        return tuple(round_.end for round_ in self.match.rounds)

    def turning_points(self, max_points: int) -> list[Judgement]:
        """Return the placements that gave away the most, worst first."""
        wrong = [judgement for judgement in self.judgements if judgement.gave_away]
        return sorted(wrong, key=lambda judgement: -judgement.gave_away)[:max_points]

    def given_away(self, seat: int) -> float:
        """Add up what the placements of a seat gave away."""
        return sum(
            judgement.gave_away
            for judgement in self.judgements
            if judgement.moment.placement.seat == seat
        )

    def accuracy(self, seat: int) -> float:
        """Return how well a seat played, from 0 to 100: see `accuracy_of`."""
        return accuracy_of(self.judgements, seat)


def accuracy_of(judgements: Iterable[Judgement], seat: int) -> float:
    """Return how well a seat played, from 0 to 100.

    It is the share that it kept of what was at stake: 100 if it gave nothing away, 0 if it always
    took the worst cell. Placements count by how much depended on them, so those with only one
    sensible cell, or without a bad one, make no difference. With nothing at stake it is 100.
    """
    own = [each for each in judgements if each.moment.placement.seat == seat]
    at_stake = sum(each.at_stake for each in own)
    return 100 * (1 - sum(each.gave_away for each in own) / at_stake) if at_stake else 100.0


def review(
    match: Match,
    simulations: int = DEFAULT_SIMULATIONS,
    *,
    seed: int = 1,
    jobs: int = 1,
    advance: Callable[[], object] = lambda: None,
) -> Review:
    """Judge every placement of a match on `jobs` threads; call `advance` after each.

    The search for the best cell gets `simulations`, and so does each of the two placements that
    are then compared. The same seed gives the same review for any number of jobs.
    """
    found = []
    for judgement in judgements(match, simulations, seed=seed, jobs=jobs):
        found.append(judgement)
        advance()
    return Review(match.copy(), simulations, seed, tuple(found))


def judgements(
    match: Match, simulations: int = DEFAULT_SIMULATIONS, *, seed: int = 1, jobs: int = 1
) -> Iterator[Judgement]:
    """Judge the placements of a match in the order of play, each as soon as it is known."""
    pool = ThreadPoolExecutor(jobs)
    try:
        tasks = [pool.submit(judge, moment, simulations, seed) for moment in moments(match)]
        for task in tasks:
            yield task.result()
    finally:
        # All tasks are done, or nobody wants the rest: then nobody waits for it either.
        pool.shutdown(wait=False, cancel_futures=True)


def judge(moment: Moment, simulations: int, seed: int) -> Judgement:
    """Search for the best cell; if another one was played, weigh both on their own."""
    position, cell = moment.position, moment.placement.cell
    analysis = analyse(position, Budget(simulations=simulations), seed=seed)
    if cell == analysis.best.cell:
        best = Outlook(analysis.best.chances, analysis.best.errors)
        return Judgement(moment, analysis, best, best)
    played = outlook(position, cell, simulations, seed)
    return Judgement(
        moment, analysis, played, outlook(position, analysis.best.cell, simulations, seed)
    )


def moments(match: Match) -> Iterator[Moment]:
    """Iterate over the placements of a match, each with the position before it."""
    for number in range(1, match.round_number + 1):
        standing = match.at(number)
        found = []
        while standing.stage.round.ply:
            placement = standing.undo()
            ply = standing.stage.round.ply
            found.append(Moment(number, ply, standing.position(), placement))
        yield from reversed(found)
