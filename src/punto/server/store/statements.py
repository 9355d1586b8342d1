"""The SQL that writes, the same for SQLite and PostgreSQL."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Delete,
    Dialect,
    Select,
    String,
    Table,
    Update,
    bindparam,
    case,
    cast,
    column,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.functions import FunctionElement

from punto.server.store.prepared import Prepared, Together
from punto.server.store.questions import clock
from punto.server.store.schema import devices, dues, events, secrets, tables

LOG = (
    select(events.c.number, events.c.at, events.c.kind, events.c.body)
    .where(
        events.c.table_id == bindparam("table"),
        events.c.number > bindparam("after"),
        events.c.number <= bindparam("until"),
    )
    .order_by(events.c.number)
)

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


def values(dialect: str, **types: ColumnElement[Any]) -> Mapping[str, ColumnElement[Any]]:
    """Name the values of a row, which are of the types of these columns."""
    if dialect == "sqlite":
        return {name: bindparam(name, type_=kind.type) for name, kind in types.items()}
    columns = [column(name, kind.type) for name, kind in types.items()]
    rows = func.json_to_recordset(cast(bindparam("rows", type_=String), JSON))
    named = rows.table_valued(*columns, name="given").render_derived(with_types=True)
    return {name: named.c[name] for name in types}


class Statements:
    """What is run for many rows, in the SQL of one of the two databases."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        kind = Prepared if dialect.name == "sqlite" else Together
        due, device = self._insert_dues(), self._insert(devices)
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
        self.new_tables = kind(self._insert(tables), dialect)
        self.new_events = kind(self._insert(events), dialect)
        self.moved_tables = kind(self._old_tables(), dialect)
        self.old_tables = kind(self._old_tables(new_phase=tables.c.phase), dialect)
        self.no_dues = kind(self._no_dues(), dialect)
        self.new_dues = kind(new_due, dialect)
        self.new_devices = kind(new_device, dialect)
        self.new_secret = INSERTS[dialect.name](secrets).on_conflict_do_nothing()

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        made = INSERTS[self.dialect.name](table)
        if self.dialect.name == "sqlite":
            return made
        row = values(self.dialect.name, **{one.name: one for one in table.c})
        return made.from_select(list(row), select(*row.values()))

    def _insert_dues(self) -> sqlite.Insert | postgresql.Insert:
        """Lend it from now on, where a lease is asked for: PostgreSQL goes by its own clock."""
        if self.dialect.name == "sqlite":
            return self._insert(dues)
        row = values(
            self.dialect.name,
            **{one.name: one for one in dues.c},
            lease=dues.c.leased_until,
        )
        now, lease = clock(self.dialect.name, 0), row["lease"]
        at = case((lease > 0, func.least(row["at"], now)), else_=row["at"])
        until = case((lease > 0, now + lease), else_=0)
        query = select(row["table_id"], at, row["kind"], until)
        return INSERTS[self.dialect.name](dues).from_select([one.name for one in dues.c], query)

    def _old_tables(self, **phase: ColumnElement[str]) -> Update:
        row = values(
            self.dialect.name,
            old_id=tables.c.id,
            new_last=tables.c.last,
            new_touched_at=tables.c.touched_at,
            **phase,
        )
        changed = {"last": row["new_last"], "touched_at": row["new_touched_at"]}
        if phase:  # SQLite would write its index anew even if it stays the same
            changed["phase"] = row["new_phase"]
        return update(tables).where(tables.c.id == row["old_id"]).values(changed)

    def _no_dues(self) -> Delete:
        row = values(self.dialect.name, old_id=dues.c.table_id)
        return delete(dues).where(dues.c.table_id == row["old_id"])
