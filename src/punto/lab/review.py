"""Reviewing a match: what every placement gave away, and where the match turned."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from math import hypot

from punto.engine import Analysis, Budget, analyse
from punto.engine.analysis import Outlook
from punto.lab.outlook import outlook
from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd
from punto.rules.match import Match
from punto.rules.position import Position
from punto.rules.round import Placement

DEFAULT_SIMULATIONS = 10_000


@dataclass(frozen=True, slots=True)
class Moment:
    """A placement of a match, and what everybody knew before it."""

    round: int
    ply: int
    """How many cards had been laid in the round."""
    position: Position
    placement: Placement


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a placement was worth, beside the best one that was found."""

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
        """The cell that would have been better; None if the placement gave nothing away."""
        return self.analysis.best.cell if self.gave_away else None

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the difference between the two placements."""
        side = self.side - 1
        return hypot(self.best.errors[side], self.played.errors[side])

    @property
    def gave_away(self) -> float:
        """The chance to win the round that the side lost; 0 if that may be mere noise."""
        side = self.side - 1
        difference = self.best.chances[side] - self.played.chances[side]
        return difference if difference > self.error else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """All placements of a match, judged in the order in which they were made."""

    match: Match
    simulations: int
    seed: int
    judgements: tuple[Judgement, ...]

    @property
    def ends(self) -> tuple[RoundEnd | None, ...]:
        """How each round ended; None for one in play."""
        return tuple(round_.end for round_ in self.match.rounds)

    def turning_points(self, most: int) -> list[Judgement]:
        """Pick the placements that gave away the most, the worst first."""
        wrong = [judgement for judgement in self.judgements if judgement.gave_away]
        return sorted(wrong, key=lambda judgement: -judgement.gave_away)[:most]

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
    """Judge every placement of a match, on so many threads; `advance` is called after each.

    `simulations` are spent on the search for the best cell, and again on each of the two that
    are compared. The same seed gives the same review, whatever the jobs.
    """
    pool = ThreadPoolExecutor(jobs)
    try:
        tasks = [pool.submit(judge, moment, simulations, seed) for moment in moments(match)]
        for task in as_completed(tasks):
            task.result()
            advance()
    finally:
        pool.shutdown(cancel_futures=True)
    return Review(match.copy(), simulations, seed, tuple(task.result() for task in tasks))


def judge(moment: Moment, simulations: int, seed: int) -> Judgement:
    """Find the best cell, and if another was played, weigh the two against each other."""
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
    """List all placements of a match with the position before each."""
    for number in range(1, match.number + 1):
        standing = match.at(number)
        found = []
        while standing.stage.round.placements:
            placement = standing.undo()
            ply = len(standing.stage.round.placements)
            found.append(Moment(number, ply, standing.position(), placement))
        yield from reversed(found)
