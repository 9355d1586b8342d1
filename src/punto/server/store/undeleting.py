"""Bringing deleted tables back, also while a server runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, inspect, select, update
from sqlalchemy.exc import DBAPIError

from punto.server.store.address import file_of, url_of
from punto.server.store.checking import check
from punto.server.store.deleting import COPIES, DAY_MS, copy
from punto.server.store.engines import writing
from punto.server.store.errors import StoreError, told
from punto.server.store.place import refuse_unusable
from punto.server.store.schema import deleted_tables, run_days, tables


class Deleted(NamedTuple):
    """A table that can be brought back."""

    table: str
    touched: date
    """When somebody was there last."""
    deleted: date
    events: int


def deleted(address: str | Path) -> list[Deleted]:
    """List what can be brought back, what was deleted last first."""
    with connected(address) as connection:
        order = (deleted_tables.c.deleted_on.desc(), deleted_tables.c.touched_at.desc())
        rows = connection.execute(select(deleted_tables).order_by(*order)).all()
    return [
        Deleted(row.id, day_of(row.touched_at), day_of(row.deleted_on * DAY_MS), row.last)
        for row in rows
    ]


def undelete(address: str | Path, table: str, now: int) -> None:
    """Bring a table back, as if somebody had touched it just now."""
    with connected(address) as connection:
        found = select(deleted_tables).where(deleted_tables.c.id == table)
        if connection.execute(found).first() is None:
            sentence = f"{table}: no such table was deleted, or it was too long ago"
            raise StoreError("not-deleted", sentence, table=table)
        if connection.execute(select(tables.c.id).where(tables.c.id == table)).first():
            raise StoreError("table-there", f"{table}: there is such a table", table=table)
        for target, source in COPIES:
            copy(connection, source, target, [table])
        # The server's clock may be ahead of that of this command.
        newest = select(func.max(run_days.c.ordinal)).scalar_subquery()
        days = select(func.max(run_days.c.day)).where(run_days.c.ordinal == newest)
        touched_at = max(now, (connection.execute(days).scalar() or 0) * DAY_MS)
        changed = update(tables).where(tables.c.id == table)
        connection.execute(changed.values(touched_at=touched_at))
        connection.execute(delete(deleted_tables).where(deleted_tables.c.id == table))


def day_of(milliseconds: int) -> date:
    """Find the day of a time."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


@contextmanager
def connected(address: str | Path) -> Iterator[Connection]:
    """Have a transaction in a database that is as new as this program."""
    url = url_of(address)
    if (path := file_of(url)) is not None:
        refuse_unusable(path)
        check(path)
    engine = writing(url)
    try:
        with engine.begin() as connection:
            if not inspect(connection).has_table(deleted_tables.name):
                sentence = "this database keeps no deleted tables yet: start the server once"
                raise StoreError("not-deleted", sentence)
            yield connection
    except DBAPIError as error:
        raise told(error, path or url) from error
    finally:
        engine.dispose()
