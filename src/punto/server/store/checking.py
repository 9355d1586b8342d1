"""Looking at an SQLite file without changing it: is it a database of ours, and whole?"""

import logging
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from punto.server.store.address import url_of
from punto.server.store.engines import reading
from punto.server.store.errors import NO_STORE, StoreError, told
from punto.server.store.migrate import OURS, found
from punto.server.store.schema import metadata

log = logging.getLogger(__name__)

QUICK_BYTES = 256_000_000
"""The largest file that is looked through at every start. SQLite does 500 MB a second from memory,
and a disk perhaps 200: nobody should wait longer than a second or two for a server."""


def check(path: Path, *, whole: bool = False) -> None:
    """Refuse what no server of this version could open; if asked, look at every page of it."""
    if not path.is_file():
        raise StoreError(NO_STORE, f"{path}: there is no such file")
    engine = reading(url_of(path), 1)
    try:
        with engine.connect() as connection:
            if found(connection, OURS, path) is None:
                raise StoreError(NO_STORE, f"{path}: there is nothing in it")
            pragma = "PRAGMA integrity_check(1)"
            if whole and connection.exec_driver_sql(pragma).scalar() != "ok":
                raise StoreError(NO_STORE, f"{path}: it is damaged")
    except DBAPIError as error:
        raise told(error, path) from error
    finally:
        engine.dispose()


def check_quickly(path: Path) -> None:
    """Refuse a damaged file at the start, as far as that can be found out in a second or two.

    Of a large file only the schema and the first row of every table are read.
    """
    engine = reading(url_of(path), 1)
    try:
        with engine.connect() as connection:
            trouble = found_quickly(connection, path)
    except DBAPIError as error:
        trouble = str(error.orig)
    finally:
        engine.dispose()
    if trouble:
        sentence = f"{path}: it is damaged ({trouble}): restore a backup; `punto check` tells more"
        raise StoreError(NO_STORE, sentence)


def found_quickly(connection: Connection, path: Path) -> str:
    """Say what is wrong with a database, if a short look shows it."""
    for table in metadata.sorted_tables:
        connection.execute(select(table).limit(1)).all()
    parts = (path, Path(f"{path}-wal"))
    size = sum(part.stat().st_size for part in parts if part.exists())
    if size > QUICK_BYTES:
        log.info("%s: too large to look through at every start; `punto check` does", path)
        return ""
    said = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return "" if said == "ok" else said.partition("\n")[0]
