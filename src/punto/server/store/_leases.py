"""What is due at tables, and the leases on it: one node at a time does the work.

A node that claims something due holds a lease on it for a while. If it does not finish in time, for
example because it crashed, the lease runs out and another node takes over (failover).
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    cast,
    exists,
    false,
    func,
    literal,
    or_,
    select,
    update,
)

from punto.server.store.model import DueRow
from punto.server.store.schema import dues, tables

# Built once: constructing a statement in SQLAlchemy is slow, and leaves garbage behind.
DUE = (
    select(dues.c.table_id, dues.c.at, dues.c.kind)
    .where(dues.c.at < bindparam("before"))
    .order_by(dues.c.at)
    .limit(bindparam("limit"))
)


def database_time(dialect: str, now: int | BindParameter[int]) -> ColumnElement[int]:
    """Build the current time in milliseconds: PostgreSQL's own clock, or `now` for SQLite."""
    if dialect == "sqlite":
        return now if isinstance(now, BindParameter) else literal(now, BigInteger)
    # The time of the statement: if it changed from row to row, no index could be used.
    seconds = func.extract("epoch", func.statement_timestamp())
    return cast(func.floor(seconds * 1000), BigInteger)


def read_time_ms(connection: Connection) -> int | None:
    """Read the clock of a PostgreSQL server; None for SQLite, which has none."""
    dialect = connection.dialect.name
    if dialect == "sqlite":
        return None
    return connection.execute(select(database_time(dialect, 0))).scalar()


def read_due(connection: Connection, before: int, limit: int) -> list[DueRow]:
    """Read what is due before a time in milliseconds, the earliest first."""
    values = {"before": before, "limit": limit}
    return [DueRow(*row) for row in connection.execute(DUE, values)]


def select_claimable(dialect: str, now: int | BindParameter[int], limit: int) -> Select[tuple[str]]:
    """Build the query for what is due and not leased, the earliest first."""
    time = database_time(dialect, now)
    is_free = (dues.c.at <= time) & (dues.c.leased_until <= time)
    return select(dues.c.table_id).where(is_free).order_by(dues.c.at).limit(limit)


@cache
def select_first_claimable(dialect: str) -> Select[tuple[str]]:
    """Build the same query for the first row only, once for each database."""
    return select_claimable(dialect, bindparam("now", type_=BigInteger), 1)


def has_claimable(connection: Connection, now: int) -> bool:
    """Return whether something is due that is not leased."""
    query = select_first_claimable(connection.dialect.name)
    return connection.execute(query, {"now": now}).first() is not None


def claim(connection: Connection, now: int, lease: int, limit: int) -> list[DueRow]:
    """Lease what is due and not leased, for `lease` milliseconds; the earliest comes first."""
    dialect = connection.dialect.name
    free = select_claimable(dialect, now, limit).with_for_update(skip_locked=True).subquery()
    query = (
        update(dues)
        .where(dues.c.table_id == free.c.table_id)
        .values(leased_until=database_time(dialect, now) + lease)
        .returning(dues.c.table_id, dues.c.at, dues.c.kind)
    )
    rows = [DueRow(*row) for row in connection.execute(query)]
    return sorted(rows, key=lambda row: row.at)


def take(connection: Connection, now: int, lease: int, table: str) -> bool:
    """Lease what is due at one table, even before its time, unless it is leased already."""
    time = database_time(connection.dialect.name, now)
    is_free = (dues.c.table_id == table) & (dues.c.leased_until <= time)
    query = update(dues).where(is_free).values(leased_until=time + lease)
    return connection.execute(query).rowcount > 0


def renew(connection: Connection, now: int, lease: int, numbers: Mapping[str, int]) -> None:
    """Renew leases at tables whose last event still has the number that the holder knows."""
    is_current = exists().where(
        tables.c.id == bindparam("table"), tables.c.last == bindparam("number")
    )
    query = update(dues).where(dues.c.table_id == bindparam("table"), is_current)
    query = query.values(leased_until=database_time(connection.dialect.name, now) + lease)
    rows = [{"table": table, "number": number} for table, number in sorted(numbers.items())]
    connection.execute(query, rows)


class MaxAhead(NamedTuple):
    """How far ahead of the clock a time can be, in milliseconds; anything later is wrong."""

    lease: int
    due: Mapping[str, int]
    """By the kind of what is due."""

    def wrong_leases(self, time: ColumnElement[int]) -> ColumnElement[bool]:
        """Build the condition for leases that run for too long."""
        return dues.c.leased_until > time + self.lease

    def wrong_dues(self, time: ColumnElement[int]) -> ColumnElement[bool]:
        """Build the condition for what is due too late."""
        kinds = ((dues.c.kind == kind) & (dues.c.at > time + ms) for kind, ms in self.due.items())
        return or_(false(), *kinds)


def has_wrong_times(connection: Connection, now: int, bounds: MaxAhead) -> bool:
    """Return whether a time is further ahead than it can be."""
    time = database_time(connection.dialect.name, now)
    is_wrong = bounds.wrong_leases(time) | bounds.wrong_dues(time)
    return connection.execute(select(dues.c.table_id).where(is_wrong).limit(1)).first() is not None


def correct_times(connection: Connection, now: int, bounds: MaxAhead) -> None:
    """End leases that run for too long, and make due now what is due too late."""
    time = database_time(connection.dialect.name, now)
    connection.execute(update(dues).where(bounds.wrong_leases(time)).values(leased_until=0))
    connection.execute(update(dues).where(bounds.wrong_dues(time)).values(at=time))
