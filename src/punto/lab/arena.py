"""The arena: a tournament between bots that can be interrupted and resumed."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path

from punto.lab.folder import FinishedMatch, Folder
from punto.lab.interval import Tally
from punto.lab.match_work import MatchChunk, MatchWork
from punto.lab.play import Outcome
from punto.lab.results import Results, score_of
from punto.lab.schedule import Fixture, all_line_ups, schedule
from punto.lab.settings import Settings
from punto.lab.sprt import Course, Sprt
from punto.lab.work import Workers, in_order
from punto.lab.workers import PROCESSES, InThisProcess, open_workers
from punto.rules.errors import UnreadableError


def run_arena(
    settings: Settings,
    path: Path,
    *,
    jobs: int | None = None,
    on: str = PROCESSES,
    sprt: Sprt | None = None,
    advance: Callable[[], object] = lambda: None,
) -> Results:
    """Play all matches that are not in the folder yet, and return the results.

    `on` and `jobs` say where matches are played and how many at once, as for `open_workers`. With 0
    jobs, all matches are played in this process: that suits bots that other processes cannot
    import, such as those of a notebook, but a bot that hangs or ends its process is not stopped
    then. With a sequential test, the arena ends as soon as the test has decided. `advance` is
    called once for every match that is already in the folder, and once for each that finishes.

    The results depend only on the settings, not on where and how often the run was interrupted.
    """
    if sprt is not None and len(settings.bots) != 2:
        raise UnreadableError("sprt", expected="two bots", came=len(settings.bots))
    fixtures = schedule(settings)
    with Folder(path, settings).open() as folder:
        done = {match.match for match in folder.finished}
        missing = [fixture for fixture in fixtures if fixture.number not in done]
        for _ in done:
            advance()
        progress = None if sprt is None else Progress(sprt, settings, fixtures, folder.finished)
        if missing and not (progress and progress.is_decided):
            with (
                open_workers(on, jobs) as workers,
                closing(play(workers, settings, missing, folder.date, progress)) as outcomes,
            ):
                for outcome in outcomes:
                    finished = folder.keep(outcome)
                    advance()
                    if progress and progress.add(finished):
                        break
        return Results(settings, folder.finished, progress.course if progress else None)


def play(
    workers: Workers,
    settings: Settings,
    fixtures: Iterable[Fixture],
    date: str,
    progress: "Progress | None",
) -> Generator[Outcome]:
    """Play fixtures; for a sequential test in their order, so that the same ones count."""
    is_here = isinstance(workers, InThisProcess)
    work = MatchWork(settings, date) if is_here else MatchWork.of(settings, date)
    results = workers.run(work, map(MatchChunk, fixtures))
    if progress is not None:
        yield from in_order(results)
        return
    with closing(results):
        for _, outcome in results:
            yield outcome


class Progress:
    """A sequential test of the first bot's share, fed with the matches of an arena.

    A deal of the test is one set of decks of every line-up, so that all deals are alike.
    """

    def __init__(
        self,
        test: Sprt,
        settings: Settings,
        fixtures: Sequence[Fixture],
        finished: Iterable[FinishedMatch],
    ) -> None:
        self.course = Course(test)
        self.name = settings.names[0]
        sets = len(all_line_ups(settings))
        deals = groupby(fixtures, key=lambda fixture: (fixture.set - 1) // sets)
        self.deals: Iterator[list[int]] = ([it.number for it in deal] for _, deal in deals)
        self.deal = next(self.deals, [])
        self.tallies: dict[int, Tally] = {}
        for match in finished:
            self.add(match)

    @property
    def is_decided(self) -> bool:
        """Whether the test has accepted one of its two shares."""
        return self.course.accepted is not None

    def add(self, match: FinishedMatch) -> bool:
        """Count a match once all before it are finished; return whether the test has decided."""
        self.tallies[match.match] = score_of(match, self.name), 1.0
        while self.deal and not self.is_decided and self.tallies.keys() >= set(self.deal):
            self.course.add([self.tallies.pop(number) for number in self.deal])
            self.deal = next(self.deals, [])
        return self.is_decided
