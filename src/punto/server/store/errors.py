"""Errors of the store: codes for programs, sentences for people, and what driver errors mean."""

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
    DISK_FULL: "the disk is full: nothing was stored; storing resumes when there is space again",
    GONE: (
        "the database file was moved, deleted, replaced or overwritten: nothing is stored until it"
        " is back or the server is restarted"
    ),
    IN_DOUBT: "the database did not answer, so this may or may not be stored: read the log again",
    NO_STORE: "this is not a database of Punto, or it is damaged",
    UNAVAILABLE: "the database cannot be reached just now: nothing was stored, try again",
    "unstorable": "this cannot be stored: it has characters or numbers that the database rejects",
}

MIN_FREE_BYTES = 65_536
"""About what SQLite's log and its index need to begin with."""

DISK_FULL_STATE = "53100"
"""PostgreSQL's SQLSTATE for a full disk."""

RETRYABLE_STATES = {
    "25P03",  # we were so slow that the server ended our transaction, so others need not wait
    "53300",  # too many connections
    "57P01",  # shutting down
    "57P02",  # restarting after a crash
    "57P03",  # starting up
}
"""SQLSTATEs of PostgreSQL that pass without our doing; so do all that begin with 08."""

NOT_SET_UP_STATES = ("28", "3D", "3F", "42")
"""Prefixes of SQLSTATEs for a missing user, database, schema, table or permission."""

ROLLED_BACK_STATES = ("23", "25", "40", "57014")
"""Prefixes of SQLSTATEs that, coming from a commit, mean that nothing was stored."""

DAMAGED_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

UNSYNCED_CODES = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}
"""SQLite's codes for a commit that was written but could not be synced."""


class StoreError(PuntoError):
    """The store could not do what was asked, and acknowledged nothing.

    With the code `store-in-doubt` it may have been stored all the same: read the log again.
    """


class DoubtError(Exception):
    """The connection was lost during a commit, which may or may not have succeeded."""


class ConflictError(StoreError):
    """Another writer was first: the table has events that the caller did not know of."""

    def __init__(self, table: str, after: int, now: int) -> None:
        sentence = f"the last event of this table is number {now}, not {after}"
        super().__init__("conflict", sentence, table=table, after=after, now=now)
        self.now = now
        """The number of the table's last event; 0 if there is no such table."""


def refusal(code: str) -> StoreError:
    """Make an error from its code alone."""
    return StoreError(code, SENTENCES[code])


def store_error(error: Exception, place: object = "") -> StoreError:
    """Translate an error of the driver or the system into a StoreError.

    With a `place` (a file or a URL) the sentence is for whoever runs the server. It then includes
    PostgreSQL's own message, because there are many ways to set that up wrongly.
    """
    if isinstance(error, StoreError):
        return error
    driver = driver_error(error)
    code = error_code(driver, error)
    if code == UNAVAILABLE and isinstance(place, Path) and is_disk_full(place.parent):
        code = DISK_FULL
    sentence = SENTENCES[code]
    if place:
        message = str(driver).strip().partition("\n")[0] if hasattr(driver, "sqlstate") else ""
        sentence = f"{place}: {sentence}" + f" ({message})" * bool(message)
    translated = StoreError(code, sentence)
    translated.__cause__ = error
    return translated


def error_code(driver: BaseException, error: Exception) -> str:
    """Choose our code from the codes of SQLite, PostgreSQL or the system."""
    if isinstance(error, DoubtError):
        return IN_DOUBT
    number = getattr(driver, "sqlite_errorcode", 0) & 0xFF  # the primary code, without details
    if number == sqlite3.SQLITE_FULL or getattr(driver, "sqlstate", "") == DISK_FULL_STATE:
        return DISK_FULL
    if isinstance(error, OSError) and error.errno in (
        errno.ENOSPC,
        getattr(errno, "EDQUOT", errno.ENOSPC),
    ):
        return DISK_FULL
    if number in DAMAGED_CODES:
        return NO_STORE
    if (getattr(driver, "sqlstate", "") or "").startswith(NOT_SET_UP_STATES):
        return UNAVAILABLE
    return UNAVAILABLE if is_outage(error) or isinstance(error, OSError) else "unstorable"


def driver_error(error: BaseException) -> BaseException:
    """Unwrap the driver's own error."""
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def has_type_named(error: BaseException, *names: str) -> bool:
    """Return whether an error has one of these types, which all drivers and SQLAlchemy share."""
    return not {kind.__name__ for kind in type(error).__mro__}.isdisjoint(names)


def is_unreachable(error: BaseException) -> bool:
    """Return whether a PostgreSQL server is out of reach, so that a retry may succeed."""
    driver = driver_error(error)
    if isinstance(driver, DoubtError):
        return True
    state = getattr(driver, "sqlstate", "")
    if state is None:  # the server did not get to say why
        return has_type_named(driver, "OperationalError")
    return state in RETRYABLE_STATES or state.startswith("08")


def is_write_conflict(error: Exception) -> bool:
    """Return whether another writer was faster, so that a retry sees what it wrote."""
    state = getattr(driver_error(error), "sqlstate", None) or ""
    return has_type_named(error, "IntegrityError") or state.startswith("40")


def is_rolled_back(error: Exception) -> bool:
    """Return whether an error of a commit proves that nothing was stored."""
    state = getattr(error, "sqlstate", ROLLED_BACK_STATES[0])  # SQLite's errors are reliable
    return state is not None and state != "40003" and state.startswith(ROLLED_BACK_STATES)


def is_unsynced(error: BaseException) -> bool:
    """Return whether a commit of SQLite is in doubt: rolled back for now, but in the file.

    If the process ends before the next commit overwrites it there, the next start finds it.
    """
    return getattr(driver_error(error), "sqlite_errorcode", 0) in UNSYNCED_CODES


def is_outage(error: Exception) -> bool:
    """Return whether the database is at fault, and not what was to be written."""
    if isinstance(error, StoreError):
        return error.code in (GONE, NO_STORE)
    is_damaged = type(error).__name__ == "DatabaseError"  # damage has no subclass of its own
    return (
        is_damaged
        or is_unreachable(error)
        or has_type_named(error, "OperationalError", "InternalError")
    )


def is_disk_full(folder: Path) -> bool:
    """Return whether a disk has no space left: SQLite does not say why it cannot make its log."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free < MIN_FREE_BYTES
    return False
