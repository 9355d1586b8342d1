"""The committer: puts work on the disk, and finds an answer for everybody whatever happens."""

import logging
from collections.abc import Callable, Sequence
from time import perf_counter

from sqlalchemy import Connection, Engine

from punto.server.store.append import Append, Appended
from punto.server.store.batch import Outcome, write
from punto.server.store.engines import transaction
from punto.server.store.errors import StoreError, is_of, is_outage, told
from punto.server.store.statements import Statements
from punto.server.store.watch import Watch

TRIES = 3
"""So often is tried what another writer was faster with: then it is seen to be a conflict."""

Job = Callable[[Connection], object]
"""Something else than appending that writes; it gets a transaction of its own."""

log = logging.getLogger(__name__)


class Committer:
    """Writes with one engine; none of its methods ever raises an error."""

    def __init__(self, engine: Engine, watch: Watch) -> None:
        self.engine, self.watch = engine, watch
        self.statements = Statements(engine.dialect)
        self.trouble = ""
        """The code of what keeps it from writing, if anything does."""

    def commit(self, appends: Sequence[Append], tries: int = TRIES) -> list[Outcome]:
        """Commit appends together; if one of them cannot be written, each by itself."""
        try:
            return self._written(appends)
        except Exception as error:
            if is_outage(error):
                self._note(told(error))
                self._tell(self.watch.failed, told(error).code, len(appends))
                return [told(error) for _ in appends]
            if len(appends) > 1:
                return [outcome for one in appends for outcome in self.commit([one])]
            if is_of(error, "IntegrityError") and tries > 1:
                return self.commit(appends, tries - 1)
            return [told(error)]

    def _written(self, appends: Sequence[Append]) -> list[Outcome]:
        """Put appends on the disk in one transaction."""
        begun = perf_counter()
        with transaction(self.engine) as cursor:
            outcomes = write(cursor, appends, self.statements)
        self._note(None)
        written = sum(isinstance(outcome, Appended) for outcome in outcomes)
        self._tell(self.watch.committed, perf_counter() - begun, written)
        return outcomes

    def do(self, job: Job) -> object:
        """Do another job, and answer what it answers, or the error."""
        try:
            with self.engine.begin() as connection:
                return job(connection)
        except Exception as error:
            return error if isinstance(error, StoreError) else told(error)

    def _note(self, error: StoreError | None) -> None:
        """Log when trouble begins, and when it is over: in between it would be a flood."""
        trouble = "" if error is None else error.code
        if trouble != self.trouble:
            if error is None:
                log.info("storing goes on")
            else:
                log.error("%s (%s)", error, error.__cause__)
            self.trouble = trouble

    def _tell(self, news: Callable[..., None], *facts: object) -> None:
        """Tell the watch; what it does wrong harms nobody else."""
        try:
            news(*facts)
        except Exception:
            log.exception("the watch of the store failed")
