"""What can go wrong with the store, in codes for programs and sentences for people."""

import sqlite3

from sqlalchemy.exc import DBAPIError

from punto.rules.errors import PuntoError

UNAVAILABLE = "store-unavailable"
NO_STORE = "not-a-store"

SENTENCES = {
    "closed": "the server is stopping: nothing was stored, try again",
    "disk-full": "the disk is full: nothing was stored, and it goes on when there is room",
    NO_STORE: "this is not a database of Punto, or it is damaged",
    UNAVAILABLE: "the database cannot be reached just now: nothing was stored, try again",
    "unstorable": "this cannot be stored: it holds signs or numbers that no database takes",
}

DISK_FULL_STATE = "53100"
"""PostgreSQL's code for a full disk."""

DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class StoreError(PuntoError):
    """The store could not do what it was asked; nothing of it was acknowledged."""


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


def is_of(error: Exception, *kinds: str) -> bool:
    """Tell whether an error is of a kind that all drivers, and SQLAlchemy, call by these names."""
    return not {kind.__name__ for kind in type(error).__mro__}.isdisjoint(kinds)


def is_outage(error: Exception) -> bool:
    """Tell trouble with the database from trouble with what was to be written."""
    damaged = type(error).__name__ == "DatabaseError"  # it has no kind of its own
    return damaged or is_of(error, "OperationalError", "InternalError")


def told(error: Exception, place: object = "") -> StoreError:
    """Say what a driver's error means; the place is for whoever runs the server."""
    driver = error.orig if isinstance(error, DBAPIError) else error
    told = StoreError(code := code_of(driver, error), f"{place}: " * bool(place) + SENTENCES[code])
    told.__cause__ = error
    return told


def code_of(driver: BaseException | None, error: Exception) -> str:
    """Name what happened, from the codes of SQLite and PostgreSQL."""
    number = getattr(driver, "sqlite_errorcode", 0) & 0xFF  # without the details
    if number == sqlite3.SQLITE_FULL or getattr(driver, "sqlstate", "") == DISK_FULL_STATE:
        return "disk-full"
    if number in DAMAGED:
        return NO_STORE
    return UNAVAILABLE if is_outage(error) or isinstance(error, OSError) else "unstorable"
