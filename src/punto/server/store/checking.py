"""Checks of an SQLite file that change nothing: is it a database of ours, and is it intact?"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from punto.server.store._sqlite_files import connect_unchanging, has_log, refuse_foreign_log
from punto.server.store.connections import WAIT_SECONDS
from punto.server.store.errors import NO_STORE, StoreError, store_error
from punto.server.store.location import refuse_unreadable
from punto.server.store.migrate import OURS, read_revision
from punto.server.store.schema import metadata

log = logging.getLogger("punto.store")

MAX_QUICK_CHECK_BYTES = 256_000_000
"""The largest file of which every page is checked at every start. SQLite checks 500 MB a second in
memory, and from a disk perhaps 200: a start should take no longer than a second or two."""


@contextmanager
def open_unchanging(path: Path, wait_seconds: float = WAIT_SECONDS) -> Iterator[Connection]:
    """Open a connection that leaves the database and its log as they are.

    Raises StoreError if there is no file, or if the log beside it belongs to another one.
    """
    if not refuse_unreadable(path):
        raise StoreError(NO_STORE, f"{path}: there is no such file")
    refuse_foreign_log(path)
    engine = create_engine(
        "sqlite+pysqlite://",
        creator=partial(connect_unchanging, path, wait_seconds),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
    )
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only = 1")
            yield connection
    finally:
        engine.dispose()


def check(path: Path, *, whole: bool = False) -> None:
    """Refuse a file that no server of this version could open; with `whole`, check every page."""
    try:
        with open_unchanging(path) as connection:
            if read_revision(connection, OURS, path) is None:
                raise StoreError(NO_STORE, f"{path}: there is nothing in it")
            pragma = "PRAGMA integrity_check(1)"
            if whole and connection.exec_driver_sql(pragma).scalar() != "ok":
                raise StoreError(NO_STORE, f"{path}: it is damaged")
    except DBAPIError as error:
        raise store_error(error, path) from error


def check_pages(path: Path, wait_seconds: float = WAIT_SECONDS) -> None:
    """Refuse a damaged file before anything is written to it; in a large one check the schema."""
    try:
        with open_unchanging(path, wait_seconds) as connection:
            if read_revision(connection, OURS, path) is None:
                return  # `migrate.prepare` reports an empty file
            trouble = page_trouble(connection, path)
    except DBAPIError as error:
        raise store_error(error, path) from error
    if trouble:
        raise damage_error(path, trouble)


def page_trouble(connection: Connection, path: Path) -> str:
    """Let SQLite check every page, unless there are too many for every start."""
    parts = (path, Path(f"{path}-wal"))
    size = sum(part.stat().st_size for part in parts if part.exists())
    if size > MAX_QUICK_CHECK_BYTES:
        log.info("%s: too large to check at every start: run `punto check` now and then", path)
        return ""
    result = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return "" if result == "ok" else result.partition("\n")[0]


def check_rows(path: Path) -> None:
    """Refuse a file if the first row of any table cannot be read."""
    try:
        with open_unchanging(path) as connection:
            for table in metadata.sorted_tables:
                connection.execute(select(table).limit(1)).all()
    except DBAPIError as error:
        raise damage_error(path, str(error.orig)) from error


def damage_error(path: Path, trouble: str) -> StoreError:
    """Make the error for a damaged file; the cause may be a log that does not belong to it."""
    sentence = f"{path}: it is damaged ({trouble}): restore a backup; `punto check` tells more"
    if has_log(path):
        sentence += (
            f". If this file was put here from a backup, move {path.name}-wal away: it is the log"
            " of the previous file"
        )
    return StoreError(NO_STORE, sentence)
