"""Recovery: backups of an SQLite database, restoring them, and bringing back deleted tables.

A backup can be made and a table brought back while a server runs; restoring needs it stopped.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, inspect, select, update
from sqlalchemy.exc import DBAPIError

from punto.server.store._sqlite_files import beside, connect, copy_database
from punto.server.store.checking import check
from punto.server.store.connections import writer_engine
from punto.server.store.deleting import COPIES, DAY_MS, copy_rows
from punto.server.store.errors import DAMAGED_CODES, StoreError, store_error
from punto.server.store.location import database_file, parse_address, refuse_unusable
from punto.server.store.schema import deleted_tables, run_days, tables

SIDE_FILES = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database."""

IN_USE_WAIT_SECONDS = 0.1


def backup(address: str | Path, file: Path) -> None:
    """Copy the database as it is at one moment; a server may go on writing meanwhile."""
    source = database_file(parse_address(address))
    if source is None:
        raise StoreError("not-a-file", "PostgreSQL has its own program for backups: use pg_dump")
    if file.exists() and source.exists() and file.samefile(source):
        raise StoreError("not-a-backup", f"{file}: this is the database itself, name another file")
    if file.is_dir():
        raise StoreError(
            "database-is-folder", f"{file}: this is a folder: name a file in it", file=file
        )
    if not file.parent.is_dir():
        sentence = f"{file.parent}: there is no such folder: create it, or name another file"
        raise StoreError("backup-no-folder", sentence, folder=file.parent)
    check(source)
    try:
        copy_database(source, file)
    except (sqlite3.Error, OSError) as error:
        raise store_error(error, file) from error


def restore(file: Path, path: Path) -> Path | None:
    """Replace a database with a backup; return where the previous one was saved, if any."""
    check(file, whole=True)
    try:
        saved = save_previous(path) if path.exists() else None
        copy_database(file, path)
    except (sqlite3.Error, OSError) as error:
        raise store_error(error, path) from error
    return saved


def save_previous(path: Path) -> Path:
    """Copy a database that nobody uses, even a damaged one, and leave only its main file."""
    names = (beside(path, "before-restore" + f"-{n}" * (n > 1)) for n in count(1))
    saved = next(name for name in names if not name.exists())
    # Copy first: when SQLite opens a damaged file, it deletes what it cannot use.
    copies = [
        Path(shutil.copy2(part, f"{saved}{ending}"))
        for ending in ("", *SIDE_FILES)
        if (part := Path(f"{path}{ending}")).exists()
    ]
    try:
        refuse_if_used(path)
    except BaseException:
        for copy in copies:
            copy.unlink()
        raise
    for ending in SIDE_FILES:  # SQLite would apply them to the file that replaces this one
        Path(f"{path}{ending}").unlink(missing_ok=True)
    return saved


def refuse_if_used(path: Path) -> None:
    """Try to change the journal mode, which fails while anybody else has the database open."""
    try:
        with closing(connect(path, IN_USE_WAIT_SECONDS)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            sentence = f"{path}: a server uses this database, stop it first"
            raise StoreError("store-in-use", sentence) from error
        if error.sqlite_errorcode & 0xFF not in DAMAGED_CODES:
            raise


class DeletedTable(NamedTuple):
    """A table that can be brought back."""

    table: str
    touched: date
    """When somebody was there last."""
    deleted: date
    events: int


def list_deleted(address: str | Path) -> list[DeletedTable]:
    """List the tables that can be brought back, the most recently deleted first."""
    with begin_transaction(address) as connection:
        order = (deleted_tables.c.deleted_on.desc(), deleted_tables.c.touched_at.desc())
        rows = connection.execute(select(deleted_tables).order_by(*order)).all()
    return [
        DeletedTable(row.id, day_of(row.touched_at), day_of(row.deleted_on * DAY_MS), row.last)
        for row in rows
    ]


def undelete(address: str | Path, table: str, now: int) -> None:
    """Bring a table back, as if somebody had touched it just now."""
    with begin_transaction(address) as connection:
        query = select(deleted_tables).where(deleted_tables.c.id == table)
        if connection.execute(query).first() is None:
            sentence = f"{table}: no such table was deleted, or it was too long ago"
            raise StoreError("not-deleted", sentence, table=table)
        if connection.execute(select(tables.c.id).where(tables.c.id == table)).first():
            raise StoreError("table-there", f"{table}: this table exists already", table=table)
        for target, source in COPIES:
            copy_rows(connection, source, target, [table])
        # The server's clock may be ahead of that of this command.
        newest = select(func.max(run_days.c.ordinal)).scalar_subquery()
        days = select(func.max(run_days.c.day)).where(run_days.c.ordinal == newest)
        touched_at = max(now, (connection.execute(days).scalar() or 0) * DAY_MS)
        changed = update(tables).where(tables.c.id == table)
        connection.execute(changed.values(touched_at=touched_at))
        connection.execute(delete(deleted_tables).where(deleted_tables.c.id == table))


def day_of(milliseconds: int) -> date:
    """Return the day of a time, in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


@contextmanager
def begin_transaction(address: str | Path) -> Iterator[Connection]:
    """Begin a transaction in a database that keeps deleted tables; refuse an older one."""
    url = parse_address(address)
    if (path := database_file(url)) is not None:
        refuse_unusable(path)
        check(path)
    engine = writer_engine(url)
    try:
        with engine.begin() as connection:
            if not inspect(connection).has_table(deleted_tables.name):
                sentence = "this database keeps no deleted tables yet: start the server once"
                raise StoreError("not-deleted", sentence)
            yield connection
    except DBAPIError as error:
        raise store_error(error, path or url) from error
    finally:
        engine.dispose()
