"""What can be asked of the database; every question is one statement."""

from collections.abc import Callable
from functools import cache

from sqlalchemy import (
    JSON,
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    String,
    bindparam,
    cast,
    func,
    literal,
    select,
)
from sqlalchemy.sql.functions import FunctionElement

from punto.server.store.rows import DueRow, EventRow, TableRow
from punto.server.store.schema import devices, dues, events, secrets, tables

LOG = (
    select(events.c.number, events.c.at, events.c.kind, events.c.body)
    .where(events.c.table_id == bindparam("table"), events.c.number > bindparam("since"))
    .order_by(events.c.number)
    .limit(bindparam("limit"))
)
DUE = (
    select(dues.c.table_id, dues.c.at, dues.c.kind)
    .where(dues.c.at < bindparam("before"))
    .order_by(dues.c.at)
    .limit(bindparam("limit"))
)
"""What is asked often is put into words once: SQLAlchemy takes its time, and leaves garbage."""

EACH: dict[str, Callable[[ColumnElement[str]], FunctionElement[str]]] = {
    "sqlite": func.json_each,
    "postgresql": lambda text: func.json_each_text(cast(text, JSON)),
}
"""How names and values come out of an object in JSON, which is one value however many they are."""


def log(connection: Connection, table: str, since: int, limit: int) -> list[EventRow]:
    """Read the events of a table that come after a number, in their order."""
    values = {"table": table, "since": since, "limit": limit}
    return [EventRow(*row) for row in connection.execute(LOG, values)]


def table(connection: Connection, id: str) -> TableRow | None:  # noqa: A002 it is the id
    """Read how a table stands."""
    row = connection.execute(select(tables).where(tables.c.id == id)).first()
    return TableRow(*row) if row else None


def recent(connection: Connection, device: str, limit: int) -> list[TableRow]:
    """Read the tables of a device, those first where it was last."""
    query = select(tables).join(devices).where(devices.c.device_id == device)
    newest = devices.c.touched_at.desc()
    return [TableRow(*row) for row in connection.execute(query.order_by(newest).limit(limit))]


def due(connection: Connection, before: int, limit: int) -> list[DueRow]:
    """Read what is due before a time, in milliseconds; what was due first comes first."""
    values = {"before": before, "limit": limit}
    return [DueRow(*row) for row in connection.execute(DUE, values)]


def clock(dialect: str, now: int | BindParameter[int]) -> ColumnElement[int]:
    """Tell the time in milliseconds: PostgreSQL by its own clock, SQLite by the caller's."""
    if dialect == "sqlite":
        return now if isinstance(now, BindParameter) else literal(now, BigInteger)
    # Of the statement: a time that changed from row to row could not be looked up in an index.
    seconds = func.extract("epoch", func.statement_timestamp())
    return cast(func.floor(seconds * 1000), BigInteger)


def time_ms(connection: Connection) -> int | None:
    """Read the clock of a PostgreSQL server; a file has none."""
    dialect = connection.dialect.name
    return None if dialect == "sqlite" else connection.execute(select(clock(dialect, 0))).scalar()


def claimable(dialect: str, now: int | BindParameter[int], limit: int) -> Select[tuple[str]]:
    """Find what is due and what nobody sees to; what was due first comes first."""
    time = clock(dialect, now)
    free = (dues.c.at <= time) & (dues.c.leased_until <= time)
    return select(dues.c.table_id).where(free).order_by(dues.c.at).limit(limit)


@cache
def first_claimable(dialect: str) -> Select[tuple[str]]:
    """Find the first of them."""
    return claimable(dialect, bindparam("now", type_=BigInteger), 1)


def is_claimable(connection: Connection, now: int) -> bool:
    """Tell whether something is due that nobody sees to."""
    query = first_claimable(connection.dialect.name)
    return connection.execute(query, {"now": now}).first() is not None


def ahead(connection: Connection, known: str) -> list[str]:
    """Find those tables, of an object in JSON with the numbers that are known, which went on."""
    each = EACH[connection.dialect.name](literal(known, String)).table_valued("key", "value")
    query = select(tables.c.id).join(each, tables.c.id == each.c.key)
    rows = connection.execute(query.where(tables.c.last > cast(each.c.value, BigInteger)))
    return list(rows.scalars())


def secret(connection: Connection, name: str) -> bytes | None:
    """Read a secret, if there is one."""
    return connection.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar()
