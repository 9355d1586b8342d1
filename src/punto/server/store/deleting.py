"""Deleting old tables: what is old, marking it, and moving it to where it can come back from."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, Table, delete, insert, literal, select

from punto.server.store.schema import (
    deleted_devices,
    deleted_events,
    deleted_tables,
    deletion_marks,
    devices,
    events,
    run_days,
    tables,
)
from punto.server.store.statements import INSERTS

DAY_MS = 24 * 3600 * 1000

COPIES = ((tables, deleted_tables), (events, deleted_events), (devices, deleted_devices))
"""Where what belongs to a table is, and where it is kept after that."""


class Stale(NamedTuple):
    """Which tables are old."""

    before: int
    """They were last touched before this time, in milliseconds."""
    phases: Sequence[str]

    def condition(self) -> ColumnElement[bool]:
        """Say so in SQL."""
        return tables.c.phase.in_(self.phases) & (tables.c.touched_at < self.before)


def note_day(connection: Connection, day: int) -> None:
    """Note that a server runs today."""
    query = INSERTS[connection.dialect.name](run_days).values(day=day).on_conflict_do_nothing()
    connection.execute(query)


def run_day(connection: Connection, today: int, count: int) -> int | None:
    """Find the day since which a server has run on so many days; None if there are fewer."""
    past = select(run_days.c.day).where(run_days.c.day <= today).order_by(run_days.c.day.desc())
    return connection.execute(past.limit(1).offset(count - 1)).scalar()


def marked(stale: Stale, until: int) -> Select[tuple[str]]:
    """Find old tables that were marked at this time or earlier."""
    query = select(tables.c.id).join(deletion_marks).where(stale.condition())
    return query.where(deletion_marks.c.marked_at <= until)


def unmarked(stale: Stale) -> Select[tuple[str]]:
    """Find old tables that have no mark."""
    query = select(tables.c.id).outerjoin(deletion_marks).where(stale.condition())
    return query.where(deletion_marks.c.table_id.is_(None))


def step(connection: Connection, query: Select[tuple[str]], beyond: str, limit: int) -> list[str]:
    """Find the next tables, in the order of their ids."""
    more = query.where(tables.c.id > beyond).order_by(tables.c.id).limit(limit)
    return [str(row[0]) for row in connection.execute(more)]


def spare(connection: Connection, stale: Stale) -> None:
    """Take the marks from tables to which somebody has come back."""
    back = select(tables.c.id).where(tables.c.phase.in_(stale.phases), ~stale.condition())
    connection.execute(delete(deletion_marks).where(deletion_marks.c.table_id.in_(back)))


def mark(connection: Connection, stale: Stale, ids: Sequence[str], now: int) -> list[int]:
    """Mark tables to be deleted later; tell when they were last touched."""
    query = select(tables.c.id, tables.c.touched_at).where(tables.c.id.in_(ids), stale.condition())
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    made = INSERTS[connection.dialect.name](deletion_marks).on_conflict_do_nothing()
    if rows:
        connection.execute(made, [{"table_id": row.id, "marked_at": now} for row in rows])
    return [row.touched_at for row in rows]


def delete_tables(connection: Connection, stale: Stale, ids: Sequence[str], day: int) -> int:
    """Move tables to where they can be brought back from, but none that is in use again."""
    # A table that another node is writing to has come back; and nobody waits for anybody here.
    free = select(tables.c.id).where(tables.c.id.in_(ids), stale.condition())
    gone = list(connection.execute(free.with_for_update(skip_locked=True)).scalars())
    connection.execute(delete(deleted_tables).where(deleted_tables.c.id.in_(gone)))
    for source, target in COPIES:
        copy(connection, source, target, gone, deleted_on=literal(day))
    return connection.execute(delete(tables).where(tables.c.id.in_(gone))).rowcount


def copy(
    connection: Connection,
    source: Table,
    target: Table,
    ids: Sequence[str],
    **values: ColumnElement[Any],
) -> None:
    """Copy the rows of tables; columns that the source does not have get these values."""
    key = source.c.id if "id" in source.c else source.c.table_id
    given = {
        one.name: source.c[one.name] if one.name in source.c else values[one.name]
        for one in target.c
    }
    rows = select(*given.values()).where(key.in_(ids))
    connection.execute(insert(target).from_select(list(given), rows))


def purge(connection: Connection, before: int, limit: int) -> int:
    """Delete for good what was deleted before a day."""
    query = select(deleted_tables.c.id).where(deleted_tables.c.deleted_on < before).limit(limit)
    ids = list(connection.execute(query).scalars())
    return connection.execute(delete(deleted_tables).where(deleted_tables.c.id.in_(ids))).rowcount
