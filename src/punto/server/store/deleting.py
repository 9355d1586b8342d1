"""Deleting old tables: what is old, marking it, and moving it to where it can come back from."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

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
TOUCH_MS = DAY_MS // 2
"""A table where nothing happens, but somebody is, is touched again after so long."""

COPIES = ((tables, deleted_tables), (events, deleted_events), (devices, deleted_devices))
"""Where what belongs to a table is, and where it is kept after that."""


class Stale(NamedTuple):
    """Which tables are old."""

    before: int
    """They were last touched before this time, in milliseconds."""
    ordinal: int
    """And on no day that came after the one with this ordinal."""
    phases: Sequence[str]

    def condition(self) -> ColumnElement[bool]:
        """Say so in SQL."""
        # What happens after midnight may be noted only with the day after it, or not at all.
        touched = tables.c.touched_at
        start, end = run_days.c.day * DAY_MS, (run_days.c.day + 2) * DAY_MS
        recent = exists().where(run_days.c.ordinal > self.ordinal, touched >= start, touched < end)
        return tables.c.phase.in_(self.phases) & (touched < self.before) & ~recent


def note_day(connection: Connection, day: int) -> int:
    """Note that a server runs today; tell how many such days there have been.

    A day that comes again, because a clock was wrong then or is now, is no new day, but a recent
    one: whatever is touched on it was not touched long ago.
    """
    counted = select(func.coalesce(func.max(run_days.c.ordinal), 0)).scalar_subquery()
    made = INSERTS[connection.dialect.name](run_days).values(day=day, ordinal=counted + 1)
    # PostgreSQL's nodes note it together: of two that are new, both get the same number.
    query = made.on_conflict_do_update(index_elements=["day"], set_={"ordinal": counted})
    connection.execute(query)
    return int(connection.execute(select(func.max(run_days.c.ordinal))).scalar_one())


def touch(connection: Connection, ids: Sequence[str], now: int) -> None:
    """Keep tables from getting old, if their last touch was not just now."""
    is_long_ago = tables.c.touched_at < now - TOUCH_MS
    query = update(tables).where(tables.c.id.in_(ids), is_long_ago)
    connection.execute(query.values(touched_at=now))


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
    """Take the marks from tables to which somebody has come back, even if long ago by now."""
    came_later = tables.c.touched_at >= deletion_marks.c.marked_at
    back = select(tables.c.id).join(deletion_marks).where(tables.c.phase.in_(stale.phases))
    back = back.where(came_later | ~stale.condition())
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


def purge(connection: Connection, ordinal: int, limit: int) -> int:
    """Delete for good what was deleted on no day that came after the one with this ordinal."""
    deleted_on = deleted_tables.c.deleted_on
    recent = exists().where(run_days.c.ordinal > ordinal, deleted_on == run_days.c.day)
    query = select(deleted_tables.c.id).where(~recent).limit(limit)
    ids = list(connection.execute(query).scalars())
    return connection.execute(delete(deleted_tables).where(deleted_tables.c.id.in_(ids))).rowcount
