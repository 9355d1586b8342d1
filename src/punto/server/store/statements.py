"""The SQL that writes, the same for SQLite and PostgreSQL."""

from collections.abc import Callable

from sqlalchemy import (
    JSON,
    ColumnElement,
    Dialect,
    Select,
    String,
    Table,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.functions import FunctionElement

from punto.server.store.prepared import Prepared
from punto.server.store.schema import devices, dues, events, secrets, tables

OLD_TABLES = (
    update(tables)
    .where(tables.c.id == bindparam("old_id"))
    .values(
        last=bindparam("new_last"),
        touched_at=bindparam("new_touched_at"),
        phase=func.coalesce(bindparam("new_phase"), tables.c.phase),
    )
)

LOG = (
    select(events.c.number, events.c.at, events.c.kind, events.c.body)
    .where(
        events.c.table_id == bindparam("table"),
        events.c.number > bindparam("after"),
        events.c.number <= bindparam("until"),
    )
    .order_by(events.c.number)
)

NO_DUES = delete(dues).where(dues.c.table_id == bindparam("old_id"))


INSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


LISTS: dict[str, Callable[[ColumnElement[str]], FunctionElement[str]]] = {
    "sqlite": func.json_each,
    "postgresql": lambda text: func.json_array_elements_text(cast(text, JSON)),
}
"""How texts come out of a JSON list, which is one value however many they are."""


def last_numbers(dialect: str) -> Select[tuple[str, int]]:
    """Ask for the last number of each of these tables.

    PostgreSQL keeps what this has read as it is until the commit, always locking in one order;
    SQLite, which has one writer, leaves that part out.
    """
    ids = LISTS[dialect](bindparam("ids", type_=String)).table_valued("value")
    query = select(tables.c.id, tables.c.last).where(tables.c.id.in_(select(ids.c.value)))
    return query.order_by(tables.c.id).with_for_update(key_share=True)


class Statements:
    """What is run for many rows, in the SQL of one of the two databases."""

    def __init__(self, dialect: Dialect) -> None:
        make = INSERTS[dialect.name]
        due, device = make(dues), make(devices)
        new_due = due.on_conflict_do_update(
            index_elements=["table_id"],
            set_={name: due.excluded[name] for name in ("at", "kind", "leased_until")},
        )
        new_device = device.on_conflict_do_update(
            index_elements=["device_id", "table_id"],
            set_={"touched_at": device.excluded.touched_at},
        )
        self.last_numbers = Prepared(last_numbers(dialect.name), dialect)
        self.log = Prepared(LOG, dialect)
        self.new_tables = Prepared(insert(tables), dialect)
        self.new_events = Prepared(insert(events), dialect)
        self.old_tables = Prepared(OLD_TABLES, dialect)
        self.no_dues = Prepared(NO_DUES, dialect)
        self.new_dues = Prepared(new_due, dialect)
        self.new_devices = Prepared(new_device, dialect)
        self.new_secret = make(secrets).on_conflict_do_nothing()
