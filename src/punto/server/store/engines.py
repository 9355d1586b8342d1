"""Connections to the database: how one writes, how several read, and how it is migrated."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from punto.server.store.address import file_of
from punto.server.store.errors import DoubtError, StoreError, is_undone, is_unsynced

PATIENCE = 5.0
"""Seconds to wait for a lock that another process holds."""

BEGIN = "BEGIN IMMEDIATE"

DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Whoever set the server up for speed did not mean that moves may be lost."""

CACHE = 32_000
"""Kilobytes of the database that the writer keeps in memory at most."""

IDLE = 2.0
"""Seconds after which a server of PostgreSQL ends a transaction in which nothing happens: a node
that hangs, or that the network has lost, must not hold up the others."""

LINK = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""Seconds, and how many times, after which a silent connection counts as lost."""

LOGGED_PAGES = 4000
"""Pages of 4 kB that SQLite collects in its log before it brings them into the file."""

LOGGED_SHARE = 8
"""At most so small a part of the free room goes to the log: if it took all of it, there would be
none to bring it into the file, and none would ever come back."""

PAGE_BYTES = 4096
LEAST_PAGES = 64


def writing(url: URL, patience: float = PATIENCE, *, migrating: bool = False) -> Engine:
    """Connect to write: SQLite is locked as a transaction begins, so what it reads stays true."""
    engine = connecting(url, 1, patience)
    file = file_of(url)
    if file is None:
        settings(engine, patience)
    else:
        pragmas(
            engine,
            synchronous="FULL",
            fullfsync=True,  # of which only macOS knows
            # What a migration replaces must not take with it what belongs to it.
            foreign_keys=not migrating,
            # A batch touches a page for every table: all fit in memory, and most are touched
            # again before they go from the log into the file.
            cache_size=-CACHE,
            wal_autocheckpoint=partial(logged_pages, file),
        )
        event.listen(engine, "begin", begin_immediately)
    return engine


def reading(url: URL, size: int, patience: float = PATIENCE) -> Engine:
    """Connect to read; every statement sees all that was committed before it."""
    engine = connecting(url, size, patience, isolation_level="AUTOCOMMIT")
    if file_of(url) is None:
        settings(engine, patience)
    else:
        pragmas(engine, query_only=True)
    return engine


def connecting(url: URL, size: int, patience: float, **options: Any) -> Engine:
    """Make an engine with so many connections at most."""
    sized = {"pool_size": size, "max_overflow": 0, "pool_timeout": patience}
    if file_of(url):
        # Without an isolation level the driver begins nothing by itself.
        arguments = {"timeout": patience, "isolation_level": None, "check_same_thread": False}
        return create_engine(url, connect_args=arguments, **sized, **options)
    arguments = {"connect_timeout": max(1, round(patience)), **LINK}
    try:
        return create_engine(url, connect_args=arguments, **sized, **options)
    except ModuleNotFoundError as error:
        sentence = (
            f'PostgreSQL needs {error.name}, which is not installed: pip install "punto[cluster]"'
        )
        raise StoreError("not-installed", sentence, module=error.name) from error


def logged_pages(file: Path) -> int:
    """Choose how long the log may get, by the room that there is now."""
    free = shutil.disk_usage(file.parent).free // PAGE_BYTES
    return max(LEAST_PAGES, min(LOGGED_PAGES, free // LOGGED_SHARE))


def pragmas(engine: Engine, **settings: str | int | Callable[[], int]) -> None:
    """Set these on every connection of SQLite; some are found out each time."""

    def connected(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for name, value in settings.items():
            cursor.execute(f"PRAGMA {name} = {value() if callable(value) else value}")
        cursor.close()

    event.listen(engine, "connect", connected)


def settings(engine: Engine, patience: float) -> None:
    """Set on every connection of PostgreSQL how long it waits, and that commits are durable."""
    limits = {
        "lock_timeout": patience,
        "statement_timeout": 2 * patience,
        "idle_in_transaction_session_timeout": IDLE,
    }
    sets = [f"SET {name} = {round(1000 * seconds)}" for name, seconds in limits.items()]

    def connected(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute("; ".join([*sets, DURABLE]))
        cursor.close()
        connection.commit()

    event.listen(engine, "connect", connected)


def begin_immediately(connection: Connection) -> None:
    """Take SQLite's lock for writing at once; taken later it could be refused."""
    connection.exec_driver_sql(BEGIN)


class Bare:
    """The bare driver of an engine that has one connection.

    To a file the connection is kept from one transaction to the next: to ask the pool for it
    each time took as long as a small batch does.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.is_file = engine, engine.dialect.name == "sqlite"
        self.kept: PoolProxiedConnection | None = None

    @contextmanager
    def cursor(self) -> Iterator[DBAPICursor]:
        """Have a cursor on the connection; after an error, connect anew."""
        connection = self.kept = self.kept or self.engine.raw_connection()
        try:
            yield connection.cursor()
        except BaseException as error:
            with suppress(Exception):  # it may be rolled back already, or out of reach
                connection.rollback()
            connection.invalidate()
            self.let_go()
            if is_unsynced(error):
                raise DoubtError from error
            raise
        if not self.is_file:
            self.let_go()

    @contextmanager
    def transaction(self) -> Iterator[DBAPICursor]:
        """Begin, and commit at the end."""
        with self.cursor() as cursor:
            if self.is_file:  # other drivers begin by themselves
                cursor.execute(BEGIN)
            yield cursor
            try:
                cursor.connection.commit()
            except Exception as error:
                if is_undone(error):
                    raise
                raise DoubtError from error

    def let_go(self) -> None:
        """Let others use the connection."""
        if self.kept is not None:
            kept, self.kept = self.kept, None
            kept.close()
