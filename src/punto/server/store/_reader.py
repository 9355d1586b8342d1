"""Reading: a few threads with a connection each, and the queries that they run.

Readers never wait for the writer, and see everything that it has acknowledged.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Timer
from typing import TypeVar

from sqlalchemy import (
    JSON,
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    String,
    bindparam,
    cast,
    func,
    literal,
    select,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.functions import FunctionElement

from punto.server.store.connections import ConnectionCutter, Retry
from punto.server.store.errors import (
    NO_STORE,
    UNAVAILABLE,
    StoreError,
    is_unreachable,
    refusal,
    store_error,
)
from punto.server.store.file_watch import FileWatch
from punto.server.store.model import DayRow, EventRow, TableRow, TokenRow
from punto.server.store.schema import daily_totals, devices, events, secrets, tables, tokens

log = logging.getLogger("punto.store")

Result = TypeVar("Result")

CLOSE_SECONDS = 1.0
"""How long running queries may take to finish when the store is closed."""


class Reader:
    """Runs queries of an event loop in threads, each with its own connection."""

    def __init__(
        self,
        engine: Engine,
        threads: int,
        max_waiting: int,
        wait_seconds: float,
        answer_seconds: float,
        file: FileWatch | None = None,
    ) -> None:
        self.engine, self.max_waiting, self.file = engine, max_waiting, file
        self.answer_seconds = answer_seconds
        self.retry, self.cutter = Retry(wait_seconds), ConnectionCutter(engine)
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="punto-store-reader")
        self.waiting = 0
        self.is_closed = False

    async def run(self, query: Callable[[Connection], Result]) -> Result:
        """Run a query; refuse it immediately if too many are waiting already."""
        if self.is_closed:
            raise refusal("closed")
        if self.file:
            self.file.check_again()
        if self.waiting >= self.max_waiting:
            sentence = "too many reads are waiting: try again in a moment"
            raise StoreError("busy", sentence, limit=self.max_waiting)
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(self.answer_seconds):
                result = await loop.run_in_executor(self.pool, self._run_with_retry, query)
        except TimeoutError as error:
            self.cutter.cut(self.answer_seconds / 2)
            raise refusal(UNAVAILABLE) from error
        finally:
            self.waiting -= 1
        if self.file:  # the result is valid only if the file is still the same
            self.file.check()
        return result

    def _run_with_retry(self, query: Callable[[Connection], Result]) -> Result:
        while True:
            try:
                with self.engine.connect() as connection:
                    result = query(connection)
            except SQLAlchemyError as error:
                if is_unreachable(error) and self.retry.wait_after_failure():
                    continue
                raise self._note_damage(store_error(error)) from error
            self.retry.note_success()
            return result

    def _note_damage(self, error: StoreError) -> StoreError:
        """Stop storing in a file that is damaged; log once what SQLite found."""
        if error.code == NO_STORE and self.file and self.file.note_damage():
            log.error("%s (%s)", error, error.__cause__)
        return error

    def close(self) -> None:
        """Finish running queries, cancel waiting ones, and end the threads."""
        self.is_closed = True
        self.retry.stop()
        timer = Timer(CLOSE_SECONDS, self.cutter.cut)
        timer.start()
        self.pool.shutdown(wait=True, cancel_futures=True)
        timer.cancel()
        timer.join()
        self.engine.dispose()


# Built once: constructing a statement in SQLAlchemy is slow, and leaves garbage behind.
EVENTS = (
    select(events.c.number, events.c.at, events.c.kind, events.c.body)
    .where(events.c.table_id == bindparam("table"), events.c.number > bindparam("since"))
    .order_by(events.c.number)
    .limit(bindparam("limit"))
)

JSON_ITEMS: dict[str, Callable[[ColumnElement[str]], FunctionElement[str]]] = {
    "sqlite": func.json_each,
    "postgresql": lambda text: func.json_each_text(cast(text, JSON)),
}
"""Functions that turn a JSON object into rows: any number of names and values in one parameter."""


def read_events(connection: Connection, table: str, since: int, limit: int) -> list[EventRow]:
    """Read the events of a table after number `since`, in order."""
    values = {"table": table, "since": since, "limit": limit}
    return [EventRow(*row) for row in connection.execute(EVENTS, values)]


def read_table(connection: Connection, table: str) -> TableRow | None:
    """Read the row of a table."""
    row = connection.execute(select(tables).where(tables.c.id == table)).first()
    return TableRow(*row) if row else None


def read_daily_totals(connection: Connection, limit: int) -> list[DayRow]:
    """Read how the last deals of the day went, the latest first."""
    query = select(daily_totals).order_by(daily_totals.c.day.desc()).limit(limit)
    return [DayRow(*row) for row in connection.execute(query)]


def recent_tables(
    connection: Connection, device: str, limit: int, prefix: str = ""
) -> list[TableRow]:
    """Read the tables of a device, the most recently used first; or logs with a prefix."""
    query = select(tables).join(devices).where(devices.c.device_id == device)
    # Only the names of tables have no colon.
    pattern = tables.c.id.like(f"{prefix}%") if prefix else ~tables.c.id.contains(":")
    query = query.where(pattern)
    newest = devices.c.touched_at.desc()
    return [TableRow(*row) for row in connection.execute(query.order_by(newest).limit(limit))]


def tables_ahead(connection: Connection, known: str) -> list[str]:
    """Find the tables that have events after the known ones.

    `known` is a JSON object of table ids and the numbers of their last known events.
    """
    items = JSON_ITEMS[connection.dialect.name](literal(known, String))
    each = items.table_valued("key", "value")
    query = select(tables.c.id).join(each, tables.c.id == each.c.key)
    rows = connection.execute(query.where(tables.c.last > cast(each.c.value, BigInteger)))
    return list(rows.scalars())


def read_secret(connection: Connection, name: str) -> bytes | None:
    """Read a secret, if it exists."""
    return connection.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar()


TOKEN_COLUMNS = (
    tokens.c.id,
    tokens.c.name,
    tokens.c.created_at,
    tokens.c.revoked_at,
    tokens.c.max_tables,
    tokens.c.rate,
)
"""The columns of a `TokenRow`, in its order."""


def read_token(connection: Connection, fingerprint: str) -> TokenRow | None:
    """Read a token by its fingerprint, even a revoked one."""
    query = select(*TOKEN_COLUMNS).where(tokens.c.fingerprint == fingerprint)
    row = connection.execute(query).first()
    return None if row is None else TokenRow(*row)


def read_valid_tokens(connection: Connection, ids: Sequence[str]) -> frozenset[str]:
    """Find those of some tokens that exist and are not revoked."""
    query = select(tokens.c.id).where(tokens.c.id.in_(ids), tokens.c.revoked_at.is_(None))
    return frozenset(connection.execute(query).scalars())
