"""Backups of an SQLite database, taken while a server runs, and brought back when none does."""

import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from punto.server.store.address import file_of, url_of
from punto.server.store.checking import check
from punto.server.store.copying import beside, connect, copy_database
from punto.server.store.errors import DAMAGED, StoreError, told

SIDE_FILES = ("-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files that belong to it."""


def backup(address: str | Path, file: Path) -> None:
    """Copy the database as it is at one moment; a server may go on writing meanwhile."""
    source = file_of(url_of(address))
    if source is None:
        raise StoreError("not-a-file", "PostgreSQL has its own program for backups: use pg_dump")
    if file.exists() and source.exists() and file.samefile(source):
        raise StoreError("not-a-backup", f"{file}: this is the database itself, name another file")
    check(source)
    try:
        copy_database(source, file)
    except (sqlite3.Error, OSError) as error:
        raise told(error, file) from error


def restore(file: Path, path: Path) -> Path | None:
    """Put a backup in the place of a database; answer where what was there is kept."""
    check(file, whole=True)
    try:
        kept = set_aside(path) if path.exists() else None
        copy_database(file, path)
    except (sqlite3.Error, OSError) as error:
        raise told(error, path) from error
    return kept


def set_aside(path: Path) -> Path:
    """Copy a database that nobody uses, even a damaged one, and leave only its main file."""
    names = (beside(path, "before-restore" + f"-{n}" * (n > 1)) for n in count(1))
    kept = next(name for name in names if not name.exists())
    # First of all: SQLite takes away what it cannot use when it looks at a damaged file.
    copies = [
        Path(shutil.copy2(part, f"{kept}{ending}"))
        for ending in ("", *SIDE_FILES)
        if (part := Path(f"{path}{ending}")).exists()
    ]
    try:
        refuse_if_used(path)
    except BaseException:
        for copy in copies:
            copy.unlink()
        raise
    for ending in SIDE_FILES:  # they would spoil what comes in the place of the main file
        Path(f"{path}{ending}").unlink(missing_ok=True)
    return kept


def refuse_if_used(path: Path) -> None:
    """Try what nobody can while somebody else has the database open."""
    try:
        with closing(connect(path, patience=0.1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            sentence = f"{path}: a server uses this database, stop it first"
            raise StoreError("store-in-use", sentence) from error
        if error.sqlite_errorcode & 0xFF not in DAMAGED:
            raise
