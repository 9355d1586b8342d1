"""Looking at an SQLite file without changing it: is it a database of ours, and whole?"""

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from punto.server.store.address import url_of
from punto.server.store.engines import reading
from punto.server.store.errors import NO_STORE, StoreError, told
from punto.server.store.migrate import OURS, found


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
