"""The committer: puts work on the disk, and finds an answer for everybody whatever happens."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from sqlite3 import IntegrityError
from time import perf_counter

from sqlalchemy import Connection, Engine, event

from punto.server.store.append import Append, Appended
from punto.server.store.batch import Outcome, write
from punto.server.store.connection_cutter import ConnectionCutter
from punto.server.store.engines import PATIENCE, Bare
from punto.server.store.errors import (
    DoubtError,
    StoreError,
    is_away,
    is_outage,
    is_rivalry,
    told,
)
from punto.server.store.retry import Retry
from punto.server.store.sqlite_batch import SqliteBatch
from punto.server.store.statements import Statements
from punto.server.store.watch import Watch

TRIES = 3
"""So often is tried what another writer was faster with: then it is seen to be a conflict."""

Job = Callable[[Connection], object]
"""Something else than appending that writes; it gets a transaction of its own, and perhaps more
than one after the other, where it is not known how one of them ended."""

log = logging.getLogger(__name__)


class Committer:
    """Writes with one engine; none of its methods ever raises an error."""

    def __init__(self, engine: Engine, watch: Watch, patience: float = PATIENCE) -> None:
        self.engine, self.bare, self.watch = engine, Bare(engine), watch
        self.patience, self.lines = Retry(patience), ConnectionCutter(engine)
        self.statements = Statements(engine.dialect)
        self.at_once = SqliteBatch(engine.dialect) if self.bare.is_file else None
        if self.at_once:
            event.listen(engine, "connect", self.at_once.prepare)
        self.trouble = ""
        """The code of what keeps it from writing, if anything does."""

    def commit(self, appends: Sequence[Append], *, doubted: bool = False) -> list[Outcome]:
        """Commit appends together; if one of them cannot be written, each by itself.

        A database that is away is waited for. If it went away during a commit, the next try finds
        out how that ended: it gets the locks of those tables only when that is decided.
        """
        tries = TRIES
        while True:
            try:
                outcomes = self._written(appends, doubted)
            except Exception as error:
                doubted = doubted or isinstance(error, DoubtError)
                tries -= is_rivalry(error)
                if (is_rivalry(error) and tries) or (is_away(error) and self.patience.waits()):
                    continue
                return self._failed(appends, error, doubted)
            self.patience.ends()
            return outcomes

    def _written(self, appends: Sequence[Append], doubted: bool) -> list[Outcome]:
        """Put appends on the disk in one transaction."""
        begun = perf_counter()
        outcomes = None if doubted else self._written_at_once(appends)
        if outcomes is None:
            with self.bare.transaction() as cursor:
                outcomes = write(cursor, appends, self.statements, doubted=doubted)
        self._note(None)
        written = sum(isinstance(outcome, Appended) for outcome in outcomes)
        self._tell(self.watch.committed, perf_counter() - begun, written)
        return outcomes

    def _written_at_once(self, appends: Sequence[Append]) -> list[Outcome] | None:
        """Do so in one statement, where the database can; not if a table has gone on."""
        if self.at_once is not None:
            with suppress(IntegrityError), self.bare.cursor() as cursor:
                return self.at_once.write(cursor, appends)
        return None

    def _failed(self, appends: Sequence[Append], error: Exception, doubted: bool) -> list[Outcome]:
        """Answer for appends that could not be written together."""
        if not is_outage(error) and len(appends) > 1:
            return [one for append in appends for one in self.commit([append], doubted=doubted)]
        outcomes = [told(DoubtError(error) if doubted else error) for _ in appends]
        if is_outage(error):
            self._note(outcomes[0])
            self._tell(self.watch.failed, outcomes[0].code, len(appends))
        return list(outcomes)

    def do(self, job: Job) -> object:
        """Do another job, and answer what it answers, or the error."""
        self.bare.let_go()
        while True:
            try:
                with self.engine.begin() as connection:
                    answer = job(connection)
            except Exception as error:
                if is_away(error) and self.patience.waits():
                    continue
                return error if isinstance(error, StoreError) else told(error)
            self.patience.ends()
            return answer

    def close(self) -> None:
        """Let go of the database."""
        self.bare.let_go()
        self.engine.dispose()

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
