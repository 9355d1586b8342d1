"""What is written beside appends: secrets made, and what is due lent out."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    exists,
    false,
    or_,
    select,
    update,
)

from punto.server.store.queries import claimable, clock, secret
from punto.server.store.rows import DueRow
from punto.server.store.schema import dues, tables
from punto.server.store.statements import Statements


def keep_secret(connection: Connection, statements: Statements, name: str, value: bytes) -> bytes:
    """Keep a secret unless there is one of that name; answer the one that is there."""
    connection.execute(statements.new_secret, {"name": name, "value": value})
    kept = secret(connection, name)
    assert kept is not None
    return kept


def claim(connection: Connection, now: int, lease: int, limit: int) -> list[DueRow]:
    """Lend out what is due, and lent to nobody; what was due first comes first."""
    dialect = connection.dialect.name
    free = claimable(dialect, now, limit).with_for_update(skip_locked=True).subquery()
    query = (
        update(dues)
        .where(dues.c.table_id == free.c.table_id)
        .values(leased_until=clock(dialect, now) + lease)
        .returning(dues.c.table_id, dues.c.at, dues.c.kind)
    )
    rows = [DueRow(*row) for row in connection.execute(query)]
    return sorted(rows, key=lambda row: row.at)


def take(connection: Connection, now: int, lease: int, table: str) -> bool:
    """Lend out what is due at one table, even if not yet, unless it is lent to somebody."""
    time = clock(connection.dialect.name, now)
    free = (dues.c.table_id == table) & (dues.c.leased_until <= time)
    query = update(dues).where(free).values(leased_until=time + lease)
    return connection.execute(query).rowcount > 0


def renew(connection: Connection, now: int, lease: int, numbers: Mapping[str, int]) -> None:
    """Lend on what is lent, where a table stands as the one does who sees to it."""
    stands = exists().where(tables.c.id == bindparam("table"), tables.c.last == bindparam("number"))
    query = update(dues).where(dues.c.table_id == bindparam("table"), stands)
    query = query.values(leased_until=clock(connection.dialect.name, now) + lease)
    rows = [{"table": table, "number": number} for table, number in sorted(numbers.items())]
    connection.execute(query, rows)


class Plausible(NamedTuple):
    """How far ahead of the clock times can be, in milliseconds."""

    lease: int
    ahead: Mapping[str, int]
    """What is due, by its kind."""

    def wrong_leases(self, time: ColumnElement[int]) -> ColumnElement[bool]:
        """Find what is lent for too long."""
        return dues.c.leased_until > time + self.lease

    def wrong_times(self, time: ColumnElement[int]) -> ColumnElement[bool]:
        """Find what is due too late."""
        kinds = ((dues.c.kind == kind) & (dues.c.at > time + ms) for kind, ms in self.ahead.items())
        return or_(false(), *kinds)


def is_unsettled(connection: Connection, now: int, rules: Plausible) -> bool:
    """Tell whether a time is further ahead than it can be."""
    time = clock(connection.dialect.name, now)
    wrong = rules.wrong_leases(time) | rules.wrong_times(time)
    return connection.execute(select(dues.c.table_id).where(wrong).limit(1)).first() is not None


def settle(connection: Connection, now: int, rules: Plausible) -> None:
    """Have those times be now."""
    time = clock(connection.dialect.name, now)
    connection.execute(update(dues).where(rules.wrong_leases(time)).values(leased_until=0))
    connection.execute(update(dues).where(rules.wrong_times(time)).values(at=time))
