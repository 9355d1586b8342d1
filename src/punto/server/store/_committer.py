"""Committing: puts work on disk, retries what may succeed, and always returns an outcome."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from sqlite3 import IntegrityError
from time import perf_counter
from typing import Protocol

from sqlalchemy import Connection, Engine, event

from punto.server.store._batch import Outcome, SqliteBatch, write
from punto.server.store._statements import Statements
from punto.server.store.connections import WAIT_SECONDS, ConnectionCutter, RawConnection, Retry
from punto.server.store.errors import (
    DoubtError,
    StoreError,
    is_outage,
    is_unreachable,
    is_write_conflict,
    store_error,
)
from punto.server.store.model import Append, Appended

CONFLICT_TRIES = 3
"""How many times to write a batch when another writer keeps getting there first. The next try
reads the tables again, and so turns a clash of keys into a ConflictError of one append."""

Job = Callable[[Connection], object]
"""A write other than an append. It runs in a transaction of its own, and must be idempotent: it is
run again if the outcome of that transaction is unknown."""

log = logging.getLogger("punto.store")


class CommitObserver(Protocol):
    """Learns how commits went. It is called by the writer's thread, which waits: be quick."""

    def committed(self, seconds: float, appends: int) -> None:
        """Note a commit: the number of appends in it, and how long it took."""

    def failed(self, code: str, appends: int) -> None:
        """Note a failed commit: the number of appends in it, and the code of the error."""


class NoObserver:
    """An observer that ignores everything."""

    def committed(self, seconds: float, appends: int) -> None:
        """Do nothing."""

    def failed(self, code: str, appends: int) -> None:
        """Do nothing."""


class Committer:
    """Writes with one engine; none of its methods raises an error."""

    def __init__(
        self, engine: Engine, observer: CommitObserver, wait_seconds: float = WAIT_SECONDS
    ) -> None:
        self.engine, self.raw, self.observer = engine, RawConnection(engine), observer
        self.retry, self.cutter = Retry(wait_seconds), ConnectionCutter(engine)
        self.statements = Statements(engine.dialect)
        self.sqlite_batch = SqliteBatch(engine.dialect) if self.raw.is_file else None
        if self.sqlite_batch:
            event.listen(engine, "connect", self.sqlite_batch.prepare)
        self.trouble = ""
        """The code of what prevents writing at present; empty if nothing does."""

    def commit(self, appends: Sequence[Append], *, is_retry: bool = False) -> list[Outcome]:
        """Commit appends together; if one of them cannot be written, commit each by itself.

        An unreachable database is retried. If it was lost during a commit, the next try finds out
        how that commit ended: it gets the locks on those tables only when that is decided.
        """
        tries = CONFLICT_TRIES
        while True:
            try:
                outcomes = self._write(appends, is_retry)
            except Exception as error:
                is_retry = is_retry or isinstance(error, DoubtError)
                is_conflict = is_write_conflict(error)
                tries -= is_conflict
                if (is_conflict and tries) or (
                    is_unreachable(error) and self.retry.wait_after_failure()
                ):
                    continue
                return self._fail(appends, error, is_retry)
            self.retry.note_success()
            return outcomes

    def _write(self, appends: Sequence[Append], is_retry: bool) -> list[Outcome]:
        """Write appends in one transaction."""
        begun = perf_counter()
        outcomes = None if is_retry else self._write_as_one_statement(appends)
        if outcomes is None:
            with self.raw.transaction() as cursor:
                outcomes = write(cursor, appends, self.statements, is_retry=is_retry)
        self._log_change(None)
        written = sum(isinstance(outcome, Appended) for outcome in outcomes)
        self._notify(self.observer.committed, perf_counter() - begun, written)
        return outcomes

    def _write_as_one_statement(self, appends: Sequence[Append]) -> list[Outcome] | None:
        """Write appends in one statement; None on PostgreSQL, or if there is a conflict."""
        if self.sqlite_batch is not None:
            with suppress(IntegrityError), self.raw.cursor() as cursor:
                return self.sqlite_batch.write(cursor, appends)
        return None

    def _fail(self, appends: Sequence[Append], error: Exception, is_retry: bool) -> list[Outcome]:
        """Find outcomes for appends that could not be written together."""
        if not is_outage(error) and len(appends) > 1:
            return [one for append in appends for one in self.commit([append], is_retry=is_retry)]
        outcomes = [store_error(DoubtError(error) if is_retry else error) for _ in appends]
        if is_outage(error):
            self._log_change(outcomes[0])
            self._notify(self.observer.failed, outcomes[0].code, len(appends))
        return list(outcomes)

    def do(self, job: Job) -> object:
        """Run a job, and return its result or the error."""
        self.raw.release()
        while True:
            try:
                with self.engine.begin() as connection:
                    result = job(connection)
            except Exception as error:
                if is_unreachable(error) and self.retry.wait_after_failure():
                    continue
                return error if isinstance(error, StoreError) else store_error(error)
            self.retry.note_success()
            return result

    def close(self) -> None:
        """Close the connection to the database."""
        self.raw.release()
        self.engine.dispose()

    def _log_change(self, error: StoreError | None) -> None:
        """Log when trouble begins and when it ends; every failure in between would be a flood."""
        trouble = "" if error is None else error.code
        if trouble != self.trouble:
            if error is None:
                log.info("storing works again")
            else:
                log.error("%s (%s)", error, error.__cause__)
            self.trouble = trouble

    def _notify(self, method: Callable[..., None], *values: object) -> None:
        """Call the observer; its errors must not harm anybody else."""
        try:
            method(*values)
        except Exception:
            log.exception("the observer of commits failed")
