"""The full check of a database: every page, every reference, and every log from end to end."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.exc import DBAPIError

from punto.server.live.room_names import LINK, SHORT, room_in
from punto.server.room.effects import room_of
from punto.server.room.room import ROOM
from punto.server.store.checking import open_unchanging
from punto.server.store.connections import reader_engine
from punto.server.store.errors import NO_STORE, StoreError, store_error
from punto.server.store.location import database_file, parse_address
from punto.server.store.migrate import OURS, read_revision
from punto.server.store.model import EventRow
from punto.server.store.schema import events, tables
from punto.server.table.effects import table_of
from punto.server.tournament.effects import tournament_of
from punto.server.tournament.tournament import TOURNAMENT

TABLES_PER_QUERY = 500
"""Tables whose codes are read in one query."""

MAX_FILE_PROBLEMS = 100
"""Problems that are reported for one file; more would tell nothing new."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that the check found."""

    code: str
    """`damaged`, `orphan`, `gap`, `phase` or `unreadable-log`."""
    why: str
    table: str = ""


@dataclass(slots=True)
class Audit:
    """How much was checked, and the problems."""

    tables: int = 0
    events: int = 0
    problems: list[Problem] = field(default_factory=list)


def audit(
    address: str | Path, progress: Callable[[int], Callable[[], object]] = lambda _: lambda: None
) -> Audit:
    """Check everything in a database; a server may use it meanwhile.

    `progress` gets the number of tables, and returns a function to call after each of them.
    Raises StoreError if there is no database to check.
    """
    url, result = parse_address(address), Audit()
    path = database_file(url)
    try:
        with open_unchanging(path) if path else open_postgresql(url) as connection:
            if read_revision(connection, OURS, path or url) is None:
                raise StoreError(NO_STORE, f"{path or url}: there is nothing in it")
            if path is not None:
                result.problems += file_problems(connection)
            count = connection.execute(select(func.count()).select_from(tables)).scalar_one()
            advance = progress(count)
            for code in table_codes(connection):
                check_table(connection, code, result)
                advance()
    except DBAPIError as error:
        if (trouble := store_error(error, path or url)).code != NO_STORE:
            raise trouble from error
        if not result.problems:  # otherwise this is a consequence of them
            result.problems.append(Problem("damaged", str(error.orig)))
    return result


@contextmanager
def open_postgresql(url: URL) -> Iterator[Connection]:
    """Open a connection to a PostgreSQL server."""
    engine = reader_engine(url, 1)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def file_problems(connection: Connection) -> Iterator[Problem]:
    """Let SQLite check every page, and every reference between its tables."""
    for (result,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MAX_FILE_PROBLEMS})"):
        if result != "ok":
            yield Problem("damaged", str(result).replace("\n", " "))
            return
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(MAX_FILE_PROBLEMS):
        yield Problem("orphan", str(row[0]))


def table_codes(connection: Connection) -> Iterator[str]:
    """List the codes of all tables, in short queries that hold nobody up."""
    beyond = ""
    query = select(tables.c.id).order_by(tables.c.id).limit(TABLES_PER_QUERY)
    while page := list(connection.execute(query.where(tables.c.id > beyond)).scalars()):
        yield from page
        beyond = page[-1]


def check_table(connection: Connection, code: str, result: Audit) -> None:
    """Read the log of one table in one query, and replay it."""
    columns = (events.c.number, events.c.at, events.c.kind, events.c.body)
    query = select(tables.c.last, tables.c.phase, *columns).outerjoin(events)
    rows = connection.execute(query.where(tables.c.id == code).order_by(events.c.number)).all()
    if not rows:  # deleted just now
        return
    result.tables += 1
    result.events += sum(row.number is not None for row in rows)
    result.problems += log_problems(code, rows)


def log_problems(code: str, rows: Sequence[Any]) -> Iterator[Problem]:
    """Find problems in the log of a table."""
    last, phase = rows[0].last, rows[0].phase
    numbers = [row.number for row in rows if row.number is not None]
    if numbers != list(range(1, last + 1)):
        missing = next((n for n in range(1, last + 1) if n not in set(numbers)), last + 1)
        yield Problem("gap", str(missing), code)
        return
    try:
        log = [EventRow(row.number, row.at, row.kind, row.body) for row in rows]
        replayed = replayed_phase(code, log)
    except Exception as error:  # whatever the log contains, the check goes on
        yield Problem("unreadable-log", f"{type(error).__name__}: {error}", code)
        return
    if replayed not in (phase, None):
        yield Problem("phase", f"{phase}, {replayed}", code)


def replayed_phase(code: str, log: Sequence[EventRow]) -> str | None:
    """Replay a log, and return its phase; None for a code of a room."""
    if code.startswith((LINK, SHORT)):
        for row in log:
            room_in(row)
        return None
    if code.startswith(TOURNAMENT):
        return tournament_of(code, log).phase
    return room_of(code, log).phase if code.startswith(ROOM) else table_of(code, log).phase
