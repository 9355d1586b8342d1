"""Reviews a match: how much each placement gave away, and where the match turned."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from math import hypot

from punto.engine import Analysis, Budget, analyse
from punto.engine.analysis import Outlook
from punto.lab.futures import outlook
from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd
from punto.rules.match import Match
from punto.rules.position import Position
from punto.rules.round import Placement

DEFAULT_SIMULATIONS = 10_000


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
    pool = ThreadPoolExecutor(jobs)
    try:
        tasks = [pool.submit(judge, moment, simulations, seed) for moment in moments(match)]
        for task in as_completed(tasks):
            task.result()
            advance()
    finally:
        # All tasks are done, or an exception such as Ctrl-C ends this: then nobody waits for them.
        pool.shutdown(wait=False, cancel_futures=True)
    return Review(match.copy(), simulations, seed, tuple(task.result() for task in tasks))


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
