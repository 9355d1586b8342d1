"""The arena: a tournament between bots that can be interrupted and resumed."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path

from punto.lab.folder import Folder
from punto.lab.play import MatchRunner, Outcome
from punto.lab.results import Results
from punto.lab.schedule import Fixture, schedule
from punto.lab.settings import Settings
from punto.lab.worker_pool import WorkerPool


def run_arena(
    settings: Settings,
    path: Path,
    *,
    jobs: int = 1,
    advance: Callable[[], object] = lambda: None,
) -> Results:
    """Play all matches that are not in the folder yet, and return the results.

    `jobs` is the number of worker processes. With 0, all matches are played in this process: that
    suits bots that other processes cannot import, such as those of a notebook, but a bot that hangs
    or ends its process is not stopped then. `advance` is called once for every match that is
    already in the folder, and once for each match that finishes.

    The results depend only on the settings, not on the number of processes or on how often the
    run was interrupted.
    """
    fixtures = schedule(settings)
    with Folder(path, settings).open() as folder:
        done = {match.match for match in folder.finished}
        missing = [fixture for fixture in fixtures if fixture.number not in done]
        for _ in done:
            advance()
        if jobs:
            outcomes = WorkerPool(settings, missing, jobs, folder.date).outcomes()
        else:
            outcomes = play_here(settings, missing, folder.date)
        with closing(outcomes):
            for outcome in outcomes:
                folder.keep(outcome)
                advance()
        return Results(settings, folder.finished)


def play_here(
    settings: Settings, fixtures: Iterable[Fixture], date: str
) -> Generator[Outcome, None, None]:
    """Play fixtures in this process, one after another."""
    bots = {bot.name: bot for bot in settings.load_bots()}
    for fixture in fixtures:
        yield MatchRunner(settings, fixture, bots, date=date).run()
