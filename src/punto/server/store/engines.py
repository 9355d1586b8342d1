"""Connections to the database: how one writes, how several read, and how it is migrated."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.pool import ConnectionPoolEntry

from punto.server.store.address import file_of

PATIENCE = 5.0
"""Seconds to wait for a lock that another process holds."""

BEGIN = "BEGIN IMMEDIATE"

CACHE = 32_000
"""Kilobytes of the database that the writer keeps in memory at most."""

LOGGED_PAGES = 4000
"""Pages of 4 kB that SQLite collects in its log before it brings them into the file."""


def writing(url: URL, patience: float = PATIENCE, *, migrating: bool = False) -> Engine:
    """Connect to write: SQLite is locked as a transaction begins, so what it reads stays true."""
    engine = connecting(url, 1, patience)
    if file_of(url):
        pragmas(
            engine,
            synchronous="FULL",
            fullfsync=True,  # of which only macOS knows
            # What a migration replaces must not take with it what belongs to it.
            foreign_keys=not migrating,
            # A batch touches a page for every table: all fit in memory, and most are touched
            # again before they go from the log into the file.
            cache_size=-CACHE,
            wal_autocheckpoint=LOGGED_PAGES,
        )
        event.listen(engine, "begin", begin_immediately)
    return engine


def reading(url: URL, size: int, patience: float = PATIENCE) -> Engine:
    """Connect to read; every statement sees all that was committed before it."""
    engine = connecting(url, size, patience, isolation_level="AUTOCOMMIT")
    if file_of(url):
        pragmas(engine, query_only=True)
    return engine


def connecting(url: URL, size: int, patience: float, **options: Any) -> Engine:
    """Make an engine with so many connections at most."""
    sized = {"pool_size": size, "max_overflow": 0, "pool_timeout": patience}
    if file_of(url):
        # Without an isolation level the driver begins nothing by itself.
        arguments = {"timeout": patience, "isolation_level": None, "check_same_thread": False}
        return create_engine(url, connect_args=arguments, **sized, **options)
    arguments = {"connect_timeout": max(1, round(patience))}
    return create_engine(url, connect_args=arguments, pool_pre_ping=True, **sized, **options)


def pragmas(engine: Engine, **settings: str | int) -> None:
    """Set these on every connection of SQLite."""

    def connected(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for name, value in settings.items():
            cursor.execute(f"PRAGMA {name} = {value}")
        cursor.close()

    event.listen(engine, "connect", connected)


def begin_immediately(connection: Connection) -> None:
    """Take SQLite's lock for writing at once; taken later it could be refused."""
    connection.exec_driver_sql(BEGIN)


@contextmanager
def transaction(engine: Engine) -> Iterator[DBAPICursor]:
    """Begin, and commit at the end, with the bare driver; after an error, connect anew."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        if engine.dialect.name == "sqlite":  # other drivers begin by themselves
            cursor.execute(BEGIN)
        yield cursor
        connection.commit()
    except BaseException:
        with suppress(Exception):  # it may be rolled back already, or out of reach
            connection.rollback()
        connection.invalidate()
        raise
    finally:
        connection.close()
