"""Where a database is: an address in the settings, and whether a server can use the file there."""

import errno
import os
import stat
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from punto.rules.errors import UnreadableError, Words
from punto.server.store.errors import StoreError

DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}

SIDE_FILES = ("-wal", "-shm", ".lock")
"""Suffixes of the files that a server needs beside a database."""

ELSEWHERE = "name a file elsewhere with --database FILE"


def parse_address(address: str | Path) -> URL:
    """Parse an address; anything without `://` is the path of an SQLite file."""
    if isinstance(address, Path) or "://" not in address:
        return URL.create(DRIVERS["sqlite"], database=str(Path(address).absolute()))
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("unknown")
    backend = url.get_backend_name()
    if backend not in DRIVERS or (backend == "sqlite" and url.database in (None, "", ":memory:")):
        expected = "the path of a file, sqlite:///FILE or postgresql://HOST/NAME"
        # Do not repeat the address: it may contain a password.
        raise UnreadableError("database address", expected=expected, came=Words("something else"))
    return url.set(drivername=DRIVERS[backend])


def configured_file(url: URL) -> Path | None:
    """Return the path of an SQLite database as configured; it may be a symbolic link."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return Path(url.database).absolute() if is_file and url.database else None


def database_file(url: URL) -> Path | None:
    """Return the file of an SQLite database with all symbolic links resolved, else None.

    SQLite names its log (`-wal`) and the index of the log (`-shm`) after this file.
    """
    configured = configured_file(url)
    return Path(os.path.realpath(configured)) if configured else None


def make_folder(file: Path) -> None:
    """Create the folder of a new database, accessible to its owner only."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        in_the_way = next((one for one in file.parents if os.path.isfile(one)), None)  # noqa: PTH113 it never raises
        why = f"{in_the_way} is a file" if in_the_way else error.strerror or str(error)
        sentence = f"{file}: cannot create its folder: {why}; {ELSEWHERE}"
        raise StoreError("database-no-folder", sentence, file=file, why=why) from error


def refuse_unusable(file: Path) -> None:
    """Refuse a path that a server cannot use, with the reason: SQLite would only say it failed."""
    exists = refuse_unreadable(file)
    if exists and not os.access(file, os.W_OK):
        sentence = f"{file}: the file is read-only, and the server must be able to write to it"
        raise StoreError("database-read-only", sentence, file=file)
    folder = file.parent
    if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
        sentence = (
            f"{folder}: the server cannot write to this folder, where SQLite must keep its log; "
            f"{ELSEWHERE}"
        )
        raise StoreError("database-folder-read-only", sentence, folder=folder)
    for ending in SIDE_FILES:
        refuse_side_file(Path(f"{file}{ending}"), os.R_OK | os.W_OK)


def refuse_unreadable(file: Path) -> bool:
    """Refuse a path from which no database can be read; return whether the file exists."""
    try:
        mode = file.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise unreachable(file, error) from error
    if stat.S_ISDIR(mode):
        raise StoreError(
            "database-is-folder", f"{file}: this is a folder: name a file in it", file=file
        )
    if not stat.S_ISREG(mode):
        sentence = f"{file}: this is a device or a pipe: name a regular file"
        raise StoreError("database-not-a-file", sentence, file=file)
    if not os.access(file, os.R_OK):
        sentence = f"{file}: no permission to read it: make the server's user its owner"
        raise StoreError("database-forbidden", sentence, file=file)
    for ending in SIDE_FILES[:2]:
        refuse_side_file(Path(f"{file}{ending}"), os.R_OK)
    return True


def unreachable(file: Path, error: OSError) -> StoreError:
    """Explain why a path cannot even be looked up."""
    if error.errno == errno.ELOOP:
        sentence = f"{file}: its symbolic links form a loop"
        return StoreError("database-link-loop", sentence, file=file)
    if error.errno == errno.EACCES:
        sentence = f"{file}: no permission to enter its folder: make the server's user its owner"
        return StoreError("database-folder-closed", sentence, file=file)
    why = error.strerror or str(error)
    return StoreError("database-no-folder", f"{file}: {why}", file=file, why=why)


def refuse_side_file(file: Path, rights: int) -> None:
    """Refuse a log or a lock file that belongs to another user, as after a start by root."""
    if file.exists() and not os.access(file, rights):
        sentence = f"{file}: no permission to use this file: make the server's user its owner"
        raise StoreError("database-side-file", sentence, file=file)
