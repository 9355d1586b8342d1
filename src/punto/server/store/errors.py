"""What can go wrong with the store, in codes for programs and sentences for people."""

import errno
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from punto.rules.errors import PuntoError

UNAVAILABLE = "store-unavailable"
IN_DOUBT = "store-in-doubt"
NO_STORE = "not-a-store"
GONE = "store-gone"
DISK_FULL = "disk-full"

SENTENCES = {
    "closed": "the server is stopping: nothing was stored, try again",
    DISK_FULL: "the disk is full: nothing was stored, and it goes on when there is room",
    GONE: (
        "the database file was moved, deleted, replaced or overwritten: nothing is stored until it"
        " is back, or the server is started again"
    ),
    IN_DOUBT: "the database did not answer: whether this was stored shows when it does, look then",
    NO_STORE: "this is not a database of Punto, or it is damaged",
    UNAVAILABLE: "the database cannot be reached just now: nothing was stored, try again",
    "unstorable": "this cannot be stored: it holds signs or numbers that no database takes",
}

LEAST_FREE_BYTES = 65_536
"""SQLite's log and its index need about that much to begin with."""

DISK_FULL_STATE = "53100"
"""PostgreSQL's code for a full disk."""

AWAY_STATES = {
    "25P03",  # we were so slow that the server cut us off, so that others need not wait
    "53300",  # it has as many connections as it may have
    "57P01",  # it was told to stop
    "57P02",  # it is starting again, as one of its processes broke
    "57P03",  # it is starting
}
"""PostgreSQL's codes for what passes by itself; so does all that begins with 08."""

NOT_SET_UP = ("28", "3D", "3F", "42")
"""How the codes begin that say: no such user, database, schema, table, or no right to it."""

UNDONE = ("23", "25", "40", "57014")
"""How those codes begin which say at the end of a transaction that nothing was stored."""

DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

NOT_SYNCED = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}
"""SQLite's codes for a commit that was written and then could not be synced."""


class StoreError(PuntoError):
    """The store could not do what it was asked; nothing of it was acknowledged.

    With the code `store-in-doubt` it may have been done all the same: read the log again.
    """


class DoubtError(Exception):
    """The connection was lost while a transaction was committed: it may be stored or not."""


class ConflictError(StoreError):
    """Somebody else was first: the table has other events than the caller knew of."""

    def __init__(self, table: str, after: int, now: int) -> None:
        sentence = f"the last event of this table is number {now}, not {after}"
        super().__init__("conflict", sentence, table=table, after=after, now=now)
        self.now = now
        """The number of the table's last event; 0 if there is no such table."""


def refusal(code: str) -> StoreError:
    """Make an error of which everything is known before."""
    return StoreError(code, SENTENCES[code])


def is_of(error: BaseException, *kinds: str) -> bool:
    """Tell whether an error is of a kind that all drivers, and SQLAlchemy, call by these names."""
    return not {kind.__name__ for kind in type(error).__mro__}.isdisjoint(kinds)


def is_away(error: BaseException) -> bool:
    """Tell whether a PostgreSQL server is out of reach, so that to try again may help."""
    driver = driver_of(error)
    if isinstance(driver, DoubtError):
        return True
    state = getattr(driver, "sqlstate", "")
    if state is None:  # it has told nothing more
        return is_of(driver, "OperationalError")
    return state in AWAY_STATES or state.startswith("08")


def is_rivalry(error: Exception) -> bool:
    """Tell whether another writer was in the way, so that the next try sees what it did."""
    state = getattr(driver_of(error), "sqlstate", None) or ""
    return is_of(error, "IntegrityError") or state.startswith("40")


def is_undone(error: Exception) -> bool:
    """Tell, of an error at the end of a transaction, whether it is sure that nothing is stored."""
    state = getattr(error, "sqlstate", UNDONE[0])  # SQLite tells the truth about it
    return state is not None and state != "40003" and state.startswith(UNDONE)


def is_unsynced(error: BaseException) -> bool:
    """Tell whether a commit of SQLite is in doubt: it is undone for now, but in the file.

    If the process ends before the next commit replaces it there, the next start finds it.
    """
    return getattr(driver_of(error), "sqlite_errorcode", 0) in NOT_SYNCED


def is_outage(error: Exception) -> bool:
    """Tell trouble with the database from trouble with what was to be written."""
    if isinstance(error, StoreError):
        return error.code in (GONE, NO_STORE)
    damaged = type(error).__name__ == "DatabaseError"  # it has no kind of its own
    return damaged or is_away(error) or is_of(error, "OperationalError", "InternalError")


def driver_of(error: BaseException) -> BaseException:
    """Find what the driver said."""
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def told(error: Exception, place: object = "") -> StoreError:
    """Say what a driver's error means; the place is for whoever runs the server.

    Such a person is also told what PostgreSQL said, as there is much to set up in the wrong way.
    """
    if isinstance(error, StoreError):
        return error
    driver = driver_of(error)
    code = code_of(driver, error)
    if code == UNAVAILABLE and isinstance(place, Path) and is_full(place.parent):
        code = DISK_FULL
    sentence = SENTENCES[code]
    if place:
        said = str(driver).strip().partition("\n")[0] if hasattr(driver, "sqlstate") else ""
        sentence = f"{place}: {sentence}" + f" ({said})" * bool(said)
    told = StoreError(code, sentence)
    told.__cause__ = error
    return told


def is_full(folder: Path) -> bool:
    """Tell whether a disk has no room: where SQLite cannot make its log, it does not say why."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free < LEAST_FREE_BYTES
    return False


def code_of(driver: BaseException, error: Exception) -> str:
    """Name what happened, from the codes of SQLite and PostgreSQL."""
    if isinstance(error, DoubtError):
        return IN_DOUBT
    number = getattr(driver, "sqlite_errorcode", 0) & 0xFF  # without the details
    if number == sqlite3.SQLITE_FULL or getattr(driver, "sqlstate", "") == DISK_FULL_STATE:
        return DISK_FULL
    if isinstance(error, OSError) and error.errno in (
        errno.ENOSPC,
        getattr(errno, "EDQUOT", errno.ENOSPC),
    ):
        return DISK_FULL
    if number in DAMAGED:
        return NO_STORE
    if (getattr(driver, "sqlstate", "") or "").startswith(NOT_SET_UP):
        return UNAVAILABLE
    return UNAVAILABLE if is_outage(error) or isinstance(error, OSError) else "unstorable"
