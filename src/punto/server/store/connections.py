"""Connections to the database: engines for writing and reading, retries, and freeing stuck threads.

SQLite has one writing connection that locks the file at the start of a transaction, and several
reading ones. PostgreSQL gets timeouts for everything, so that no node holds up the others.
"""

import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from punto.server.store.errors import DoubtError, StoreError, is_rolled_back, is_unsynced
from punto.server.store.location import database_file

WAIT_SECONDS = 5.0
"""How long to wait for a lock of another process, and how long to retry an unreachable server."""

RETRY_PAUSE_SECONDS = 0.05

BEGIN = "BEGIN IMMEDIATE"

DURABLE_COMMITS = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Whoever tuned the PostgreSQL server for speed did not mean that moves may be lost."""

CACHE_KB = 32_000
"""How much of an SQLite database the writer keeps in memory at most."""

IDLE_TRANSACTION_SECONDS = 2.0
"""When PostgreSQL ends a transaction in which nothing happens: a node that hangs, or that the
network has lost, must not hold up the others."""

KEEPALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""TCP keepalive, in seconds and probes, after which a silent connection counts as lost."""

MAX_LOG_PAGES = 4000
"""Pages in SQLite's log at which it checkpoints: copies them into the main file."""

MIN_LOG_PAGES = 64

MAX_LOG_SHARE = 1 / 8
"""The share of the free disk space that the log may take: if it took all of it, there would be no
room to checkpoint, and the space would never be freed."""

PAGE_BYTES = 4096


def writer_engine(
    url: URL, wait_seconds: float = WAIT_SECONDS, *, is_migrating: bool = False
) -> Engine:
    """Make an engine with one writing connection.

    SQLite is locked when a transaction begins, so what the transaction reads stays true.
    """
    engine = make_engine(url, 1, wait_seconds)
    file = database_file(url)
    if file is None:
        set_postgresql_options(engine, wait_seconds)
    else:
        set_pragmas(
            engine,
            synchronous="FULL",
            fullfsync=True,  # has an effect on macOS only
            # A migration that replaces a table must not delete the rows that refer to it.
            foreign_keys=not is_migrating,
            # A batch touches a page for every table: all fit in memory, and most are touched
            # again before a checkpoint copies them from the log into the file.
            cache_size=-CACHE_KB,
            wal_autocheckpoint=partial(checkpoint_pages, file),
        )
        event.listen(engine, "begin", begin_immediately)
    return engine


def reader_engine(url: URL, size: int, wait_seconds: float = WAIT_SECONDS) -> Engine:
    """Make an engine for reading; every statement sees all that was committed before it."""
    engine = make_engine(url, size, wait_seconds, isolation_level="AUTOCOMMIT")
    if database_file(url) is None:
        set_postgresql_options(engine, wait_seconds)
    else:
        set_pragmas(engine, query_only=True)
    return engine


def make_engine(url: URL, size: int, wait_seconds: float, **options: Any) -> Engine:
    """Make an engine with at most `size` connections."""
    pool = {"pool_size": size, "max_overflow": 0, "pool_timeout": wait_seconds}
    if database_file(url):
        # Without an isolation level the driver begins no transaction by itself.
        arguments = {"timeout": wait_seconds, "isolation_level": None, "check_same_thread": False}
        return create_engine(url, connect_args=arguments, **pool, **options)
    arguments = {"connect_timeout": max(1, round(wait_seconds)), **KEEPALIVE}
    try:
        return create_engine(url, connect_args=arguments, **pool, **options)
    except ModuleNotFoundError as error:
        sentence = (
            f"PostgreSQL needs {error.name}, which is not installed: "
            "run pip install '.[cluster]' in the source folder of Punto"
        )
        raise StoreError("not-installed", sentence, module=error.name, extra="cluster") from error


def checkpoint_pages(file: Path) -> int:
    """Choose how long SQLite's log may get, from the disk space that is free now."""
    free_pages = shutil.disk_usage(file.parent).free // PAGE_BYTES
    return max(MIN_LOG_PAGES, min(MAX_LOG_PAGES, int(free_pages * MAX_LOG_SHARE)))


def set_pragmas(engine: Engine, **values: str | int | Callable[[], int]) -> None:
    """Set pragmas on every new connection of SQLite; a callable is evaluated each time."""

    def on_connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for name, value in values.items():
            cursor.execute(f"PRAGMA {name} = {value() if callable(value) else value}")
        cursor.close()

    event.listen(engine, "connect", on_connect)


def set_postgresql_options(engine: Engine, wait_seconds: float) -> None:
    """Set timeouts and durable commits on every new connection of PostgreSQL."""
    timeouts = {
        "lock_timeout": wait_seconds,
        "statement_timeout": 2 * wait_seconds,
        "idle_in_transaction_session_timeout": IDLE_TRANSACTION_SECONDS,
    }
    sets = [f"SET {name} = {round(1000 * seconds)}" for name, seconds in timeouts.items()]

    def on_connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute("; ".join([*sets, DURABLE_COMMITS]))
        cursor.close()
        connection.commit()

    event.listen(engine, "connect", on_connect)


def begin_immediately(connection: Connection) -> None:
    """Take SQLite's write lock when a transaction begins; later it could be refused."""
    connection.exec_driver_sql(BEGIN)


class RawConnection:
    """The driver's connection of an engine that has only one.

    The connection to a file is kept between transactions: getting it from the pool each time took
    as long as a small batch does.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.is_file = engine, engine.dialect.name == "sqlite"
        self.kept: PoolProxiedConnection | None = None

    @contextmanager
    def cursor(self) -> Iterator[DBAPICursor]:
        """Provide a cursor; after an error the connection is dropped, and the next is a new one."""
        connection = self.kept = self.kept or self.engine.raw_connection()
        try:
            yield connection.cursor()
        except BaseException as error:
            with suppress(Exception):  # it may be rolled back already, or out of reach
                connection.rollback()
            connection.invalidate()
            self.release()
            if is_unsynced(error):
                raise DoubtError from error
            raise
        if not self.is_file:
            self.release()

    @contextmanager
    def transaction(self) -> Iterator[DBAPICursor]:
        """Begin a transaction, and commit it at the end."""
        with self.cursor() as cursor:
            if self.is_file:  # other drivers begin by themselves
                cursor.execute(BEGIN)
            yield cursor
            try:
                cursor.connection.commit()
            except Exception as error:
                if is_rolled_back(error):
                    raise
                raise DoubtError from error

    def release(self) -> None:
        """Return the connection to the pool."""
        if self.kept is not None:
            kept, self.kept = self.kept, None
            kept.close()


class Retry:
    """Retries while a database is unreachable, until `seconds` after the first failure.

    Callers that come later in the same outage do not wait again: they get one try and an answer.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.failing_since: float | None = None

    def wait_after_failure(self) -> bool:
        """Pause briefly; return whether to retry."""
        now = time.monotonic()
        if self.failing_since is None:
            self.failing_since = now
        if now - self.failing_since >= self.seconds:
            return False
        time.sleep(RETRY_PAUSE_SECONDS)
        return True

    def note_success(self) -> None:
        """End the outage: the next failure is retried for the full time again."""
        self.failing_since = None

    def stop(self) -> None:
        """Retry no more."""
        self.seconds = 0


class ConnectionCutter:
    """Shuts down connections to PostgreSQL on which a thread waits in vain.

    A thread that waits for a server that hangs, or for a network that drops everything, cannot be
    interrupted. But when its connection is shut down it gets an error, and connects again.
    """

    def __init__(self, engine: Engine) -> None:
        self.used_since: dict[DBAPIConnection, float] = {}
        event.listen(engine, "checkout", self._on_checkout)
        event.listen(engine, "checkin", self._on_return)
        event.listen(engine, "invalidate", self._on_return)

    def _on_checkout(self, connection: DBAPIConnection, *_: object) -> None:
        self.used_since[connection] = time.monotonic()

    def _on_return(self, connection: DBAPIConnection | None, *_: object) -> None:
        if connection is not None:
            self.used_since.pop(connection, None)

    def cut(self, seconds: float = 0) -> None:
        """Shut down connections that have been in use for `seconds`; does nothing to a file."""
        latest = time.monotonic() - seconds
        for connection, since in list(self.used_since.items()):
            if since <= latest and hasattr(connection, "fileno"):
                with (
                    suppress(Exception),  # it ended by itself
                    socket.socket(fileno=os.dup(connection.fileno())) as sock,
                ):
                    sock.shutdown(socket.SHUT_RDWR)
