"""Looking at an SQLite file without changing it: is it a database of ours, and whole?"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from punto.server.store.copying import look_into
from punto.server.store.engines import PATIENCE
from punto.server.store.errors import NO_STORE, StoreError, told
from punto.server.store.log_owner import has_log, refuse_foreign_log
from punto.server.store.migrate import OURS, found
from punto.server.store.place import refuse_unreadable
from punto.server.store.schema import metadata

log = logging.getLogger(__name__)

QUICK_BYTES = 256_000_000
"""The largest file that is looked through at every start. SQLite does 500 MB a second from memory,
and a disk perhaps 200: nobody should wait longer than a second or two for a server."""


@contextmanager
def looking(path: Path, patience: float = PATIENCE) -> Iterator[Connection]:
    """Have a connection that leaves the database and its log as they are.

    Raises StoreError where there is no file, or the log beside it is not its own.
    """
    if not refuse_unreadable(path):
        raise StoreError(NO_STORE, f"{path}: there is no such file")
    refuse_foreign_log(path)
    engine = create_engine(
        "sqlite+pysqlite://",
        creator=partial(look_into, path, patience),
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
    """Refuse what no server of this version could open; if asked, look at every page of it."""
    try:
        with looking(path) as connection:
            if found(connection, OURS, path) is None:
                raise StoreError(NO_STORE, f"{path}: there is nothing in it")
            pragma = "PRAGMA integrity_check(1)"
            if whole and connection.exec_driver_sql(pragma).scalar() != "ok":
                raise StoreError(NO_STORE, f"{path}: it is damaged")
    except DBAPIError as error:
        raise told(error, path) from error


def check_pages(path: Path, patience: float = PATIENCE) -> None:
    """Refuse a damaged file before anything is written to it; of a large one only the schema."""
    try:
        with looking(path, patience) as connection:
            if found(connection, OURS, path) is None:
                return  # another one says so
            trouble = page_trouble(connection, path)
    except DBAPIError as error:
        raise told(error, path) from error
    if trouble:
        raise damaged(path, trouble)


def page_trouble(connection: Connection, path: Path) -> str:
    """Have SQLite look at every page, unless there are too many for every start."""
    parts = (path, Path(f"{path}-wal"))
    size = sum(part.stat().st_size for part in parts if part.exists())
    if size > QUICK_BYTES:
        log.info("%s: too large to look through at every start; `punto check` does", path)
        return ""
    said = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return "" if said == "ok" else said.partition("\n")[0]


def check_rows(path: Path) -> None:
    """Refuse a file from which not even the first row of every table can be read."""
    try:
        with looking(path) as connection:
            for table in metadata.sorted_tables:
                connection.execute(select(table).limit(1)).all()
    except DBAPIError as error:
        raise damaged(path, str(error.orig)) from error


def damaged(path: Path, trouble: str) -> StoreError:
    """Say that a file is damaged; perhaps it is its log that does not belong to it."""
    sentence = f"{path}: it is damaged ({trouble}): restore a backup; `punto check` tells more"
    if has_log(path):
        sentence += (
            f". If this file was put here from a backup, move {path.name}-wal away: that is the log"
            " of the file before"
        )
    return StoreError(NO_STORE, sentence)
