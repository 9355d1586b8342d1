"""Where a database is: a file of SQLite, or the URL of a PostgreSQL server."""

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from punto.rules.errors import UnreadableError, Words

DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}


def url_of(address: str | Path) -> URL:
    """Read an address; what has no `://` in it is the path of a file."""
    if isinstance(address, Path) or "://" not in address:
        return URL.create(DRIVERS["sqlite"], database=str(Path(address).absolute()))
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("unknown")
    backend = url.get_backend_name()
    if backend not in DRIVERS or (backend == "sqlite" and url.database in (None, "", ":memory:")):
        expected = "the path of a file, sqlite:///FILE or postgresql://HOST/NAME"
        # What came may hold a password.
        raise UnreadableError("database address", expected=expected, came=Words("something else"))
    return url.set(drivername=DRIVERS[backend])


def name_of(url: URL) -> Path | None:
    """Give the path of an SQLite database as it was given; it may be a symbolic link."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return Path(url.database).absolute() if is_file and url.database else None


def file_of(url: URL) -> Path | None:
    """Find the file of an SQLite database, behind all symbolic links.

    SQLite names the log and its index after this file: whoever looks for those starts here.
    """
    name = name_of(url)
    return Path(os.path.realpath(name)) if name else None
