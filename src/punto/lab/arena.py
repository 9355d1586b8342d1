"""The arena: a tournament between bots that can be interrupted and resumed."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from punto.lab.folder import Folder
from punto.lab.results import Results
from punto.lab.schedule import schedule
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

    `jobs` is the number of worker processes. `advance` is called once for every match that is
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
        with closing(WorkerPool(settings, missing, jobs, folder.date).outcomes()) as outcomes:
            for outcome in outcomes:
                folder.keep(outcome)
                advance()
        return Results(settings, folder.finished)
