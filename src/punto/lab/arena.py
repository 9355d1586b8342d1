"""The arena: bots play one another until it is clear who is stronger."""

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
    """Play all matches that are not in the folder yet, and sum up.

    `advance` is called for every match that is there, and for each that is finished.

    The results follow from the settings alone, however many processes share the work and
    however often it was interrupted.
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
