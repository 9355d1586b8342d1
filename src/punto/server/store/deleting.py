"""Deleting old tables in two steps: marked in one cleanup, deleted in another, a day later or more.

If the wall clock is wrong at one start, everything looks old, or whatever is played meanwhile looks
old later. So the days on which a server ran are numbered in the order in which they came. A table
is old when nobody touched it for a number of days by the clock, and on none of the same number of
run days either. Deleted tables are kept for a while; `punto undelete` brings them back.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

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

from punto.server.store._reader import Reader
from punto.server.store._statements import INSERTS
from punto.server.store._writer import Writer
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

DAY_MS = 24 * 3600 * 1000

TOUCH_MS = DAY_MS // 2
"""How often a table is touched where nothing happens, but somebody is present."""

TABLES_PER_TRANSACTION = 20
"""Tables deleted in one transaction; others wait that long at most."""

KEPT_DAYS = 30
"""Run days for which deleted tables are kept."""

COPIES = ((tables, deleted_tables), (events, deleted_events), (devices, deleted_devices))
"""Where the rows of a table are, and where they are kept after its deletion."""


class Policy(NamedTuple):
    """How long tables in some phases are kept after the last touch."""

    days: int
    """0 keeps them for ever."""
    phases: tuple[str, ...]


class Cleanup(NamedTuple):
    """What one cleanup has done."""

    marked: int
    oldest: int | None
    """When the oldest of the marked tables was last touched, in milliseconds since 1970."""
    deleted: int
    purged: int
    """Deleted tables that can no longer be brought back."""


async def clean_up(reader: Reader, writer: Writer, now: int, policy: Policy) -> Cleanup:
    """Mark and delete old tables, in small transactions so that nobody has to wait."""
    today = now // DAY_MS
    ordinal = cast("int", await writer.submit(partial(note_run_day, day=today)))
    can_be_old = policy.days and ordinal >= policy.days
    before = now - policy.days * DAY_MS if can_be_old else 0
    stale = Stale(before, ordinal - policy.days, policy.phases)
    await writer.submit(partial(unmark_used, stale=stale))

    async def for_each(query: Select[tuple[str]], job: Callable[..., object]) -> list[object]:
        results, beyond = list[object](), ""
        limit = TABLES_PER_TRANSACTION
        while ids := await reader.run(partial(next_ids, query=query, beyond=beyond, limit=limit)):
            results.append(await writer.submit(partial(job, ids=ids)))
            beyond = ids[-1]
        return results

    due = select_marked(stale, now - DAY_MS)
    deleted = await for_each(due, partial(delete_tables, stale=stale, day=today))
    marked = await for_each(select_unmarked(stale), partial(mark, stale=stale, now=now))
    touched = [at for one in marked for at in cast("list[int]", one)]
    return Cleanup(
        len(touched),
        min(touched, default=None),
        sum(cast("list[int]", deleted)),
        await purge_expired(writer, ordinal),
    )


async def purge_expired(writer: Writer, ordinal: int) -> int:
    """Delete for good what was kept long enough; return how many tables."""
    purged = 0
    if ordinal >= KEPT_DAYS:
        job = partial(purge, ordinal=ordinal - KEPT_DAYS, limit=TABLES_PER_TRANSACTION)
        while done := cast("int", await writer.submit(job)):
            purged += done
    return purged


class Stale(NamedTuple):
    """Which tables are old."""

    before: int
    """Last touched before this time, in milliseconds,"""
    ordinal: int
    """and on no run day that came after the one with this ordinal."""
    phases: Sequence[str]

    def condition(self) -> ColumnElement[bool]:
        """Build the condition in SQL."""
        # What happens after midnight may be noted only with the day after it, or not at all.
        touched = tables.c.touched_at
        start, end = run_days.c.day * DAY_MS, (run_days.c.day + 2) * DAY_MS
        recent = exists().where(run_days.c.ordinal > self.ordinal, touched >= start, touched < end)
        return tables.c.phase.in_(self.phases) & (touched < self.before) & ~recent


def note_run_day(connection: Connection, day: int) -> int:
    """Note that a server runs today; return how many run days there have been.

    A day that comes again, because a clock was wrong then or is now, is no new day, but a recent
    one: whatever is touched on it was not touched long ago.
    """
    counted = select(func.coalesce(func.max(run_days.c.ordinal), 0)).scalar_subquery()
    made = INSERTS[connection.dialect.name](run_days).values(day=day, ordinal=counted + 1)
    # Nodes on PostgreSQL may note it at the same time: two new days may get the same ordinal.
    query = made.on_conflict_do_update(index_elements=["day"], set_={"ordinal": counted})
    connection.execute(query)
    return int(connection.execute(select(func.max(run_days.c.ordinal))).scalar_one())


def touch(connection: Connection, ids: Sequence[str], now: int) -> None:
    """Keep tables from getting old, unless they were touched recently."""
    is_long_ago = tables.c.touched_at < now - TOUCH_MS
    query = update(tables).where(tables.c.id.in_(ids), is_long_ago)
    connection.execute(query.values(touched_at=now))


def select_marked(stale: Stale, until: int) -> Select[tuple[str]]:
    """Build the query for old tables that were marked at this time or earlier."""
    query = select(tables.c.id).join(deletion_marks).where(stale.condition())
    return query.where(deletion_marks.c.marked_at <= until)


def select_unmarked(stale: Stale) -> Select[tuple[str]]:
    """Build the query for old tables without a mark."""
    query = select(tables.c.id).outerjoin(deletion_marks).where(stale.condition())
    return query.where(deletion_marks.c.table_id.is_(None))


def next_ids(
    connection: Connection, query: Select[tuple[str]], beyond: str, limit: int
) -> list[str]:
    """Find the next tables of a query, in the order of their ids."""
    more = query.where(tables.c.id > beyond).order_by(tables.c.id).limit(limit)
    return [str(row[0]) for row in connection.execute(more)]


def unmark_used(connection: Connection, stale: Stale) -> None:
    """Unmark tables that were used after they were marked, even if that is long ago by now."""
    came_later = tables.c.touched_at >= deletion_marks.c.marked_at
    used = select(tables.c.id).join(deletion_marks).where(tables.c.phase.in_(stale.phases))
    used = used.where(came_later | ~stale.condition())
    connection.execute(delete(deletion_marks).where(deletion_marks.c.table_id.in_(used)))


def mark(connection: Connection, stale: Stale, ids: Sequence[str], now: int) -> list[int]:
    """Mark tables to be deleted later; return when they were last touched."""
    query = select(tables.c.id, tables.c.touched_at).where(tables.c.id.in_(ids), stale.condition())
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    made = INSERTS[connection.dialect.name](deletion_marks).on_conflict_do_nothing()
    if rows:
        connection.execute(made, [{"table_id": row.id, "marked_at": now} for row in rows])
    return [row.touched_at for row in rows]


def delete_tables(connection: Connection, stale: Stale, ids: Sequence[str], day: int) -> int:
    """Move tables to the deleted ones, except those in use again; return how many."""
    # A table that another node is writing to is in use again; and nobody waits for a lock here.
    free = select(tables.c.id).where(tables.c.id.in_(ids), stale.condition())
    gone = list(connection.execute(free.with_for_update(skip_locked=True)).scalars())
    connection.execute(delete(deleted_tables).where(deleted_tables.c.id.in_(gone)))
    for source, target in COPIES:
        copy_rows(connection, source, target, gone, deleted_on=literal(day))
    return connection.execute(delete(tables).where(tables.c.id.in_(gone))).rowcount


def copy_rows(
    connection: Connection,
    source: Table,
    target: Table,
    ids: Sequence[str],
    **values: ColumnElement[Any],
) -> None:
    """Copy the rows of tables; columns that the source lacks get these values."""
    key = source.c.id if "id" in source.c else source.c.table_id
    columns = {
        one.name: source.c[one.name] if one.name in source.c else values[one.name]
        for one in target.c
    }
    rows = select(*columns.values()).where(key.in_(ids))
    connection.execute(insert(target).from_select(list(columns), rows))


def purge(connection: Connection, ordinal: int, limit: int) -> int:
    """Delete for good what was deleted on no run day after the one with this ordinal."""
    deleted_on = deleted_tables.c.deleted_on
    recent = exists().where(run_days.c.ordinal > ordinal, deleted_on == run_days.c.day)
    query = select(deleted_tables.c.id).where(~recent).limit(limit)
    ids = list(connection.execute(query).scalars())
    return connection.execute(delete(deleted_tables).where(deleted_tables.c.id.in_(ids))).rowcount
