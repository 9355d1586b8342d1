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
    literal_column,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.functions import FunctionElement

from punto.server.store.prepared import Prepared, Together
from punto.server.store.queries import clock
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

Insert = sqlite.Insert | postgresql.Insert

INSERTS: dict[str, Callable[[Table], Insert]] = {
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


class Writes:
    """What a batch writes, in this order: what belongs to a table comes after it.

    Each statement gets all its rows as one value, in JSON.
    """

    def __init__(self, dialect: str, source: Callable[[str], ColumnElement[str]]) -> None:
        self.dialect, self.source = dialect, source
        """Where the rows of each statement come from, by its name."""
        self.statements: dict[str, Insert | Update | Delete] = {
            "new_tables": self._insert("new_tables", tables),
            "moved_tables": self._old_tables("moved_tables"),
            "turned_tables": self._old_tables("turned_tables", new_phase=tables.c.phase),
            "new_events": self._insert("new_events", events),
            "no_dues": self._no_dues(),
            "new_dues": self._new_dues(),
            "new_devices": self._new_devices(),
        }

    def _values(self, name: str, **types: ColumnElement[Any]) -> Mapping[str, ColumnElement[Any]]:
        """Name the values of the rows, which are of the types of these columns."""
        rows = self.source(name)
        if self.dialect == "sqlite":
            given = func.json_each(rows).table_valued("value", name="given").c.value
            return {
                key: func.json_extract(given, literal_column(f"'$.{key}'"), type_=kind.type)
                for key, kind in types.items()
            }
        columns = [column(key, kind.type) for key, kind in types.items()]
        recordset = func.json_to_recordset(cast(rows, JSON)).table_valued(*columns, name="given")
        named = recordset.render_derived(with_types=True)
        return {key: named.c[key] for key in types}

    def _insert(self, name: str, table: Table) -> Insert:
        row = self._values(name, **{one.name: one for one in table.c})
        # Without a condition SQLite takes the ON of a conflict for that of a join.
        query = select(*row.values()).where(true())
        return INSERTS[self.dialect](table).from_select(list(row), query)

    def _old_tables(self, name: str, **phase: ColumnElement[str]) -> Update:
        """Let tables go on that stand as was expected."""
        row = self._values(
            name,
            old_id=tables.c.id,
            old_last=tables.c.last,
            new_last=tables.c.last,
            new_touched_at=tables.c.touched_at,
            **phase,
        )
        changed = {"last": row["new_last"], "touched_at": row["new_touched_at"]}
        if phase:  # SQLite would write its index anew even if it stays the same
            changed["phase"] = row["new_phase"]
        expected = (tables.c.id == row["old_id"]) & (tables.c.last == row["old_last"])
        return update(tables).where(expected).values(changed)

    def _no_dues(self) -> Delete:
        row = self._values("no_dues", old_id=dues.c.table_id)
        return delete(dues).where(dues.c.table_id.in_(select(row["old_id"])))

    def _new_dues(self) -> Insert:
        """Lend it from now on, where a lease is asked for: PostgreSQL goes by its own clock."""
        if self.dialect == "sqlite":
            made = self._insert("new_dues", dues)
        else:
            row = self._values(
                "new_dues", **{one.name: one for one in dues.c}, lease=dues.c.leased_until
            )
            now, lease = clock(self.dialect, 0), row["lease"]
            at = case((lease > 0, func.least(row["at"], now)), else_=row["at"])
            until = case((lease > 0, now + lease), else_=0)
            query = select(row["table_id"], at, row["kind"], until)
            made = INSERTS[self.dialect](dues).from_select([one.name for one in dues.c], query)
        return made.on_conflict_do_update(
            index_elements=["table_id"],
            set_={name: made.excluded[name] for name in ("at", "kind", "leased_until")},
        )

    def _new_devices(self) -> Insert:
        made = self._insert("new_devices", devices)
        return made.on_conflict_do_update(
            index_elements=["device_id", "table_id"],
            set_={"touched_at": made.excluded.touched_at},
        )


class Statements:
    """What is run all the time, in the SQL of one of the two databases."""

    def __init__(self, dialect: Dialect) -> None:
        writes = Writes(dialect.name, lambda _: bindparam("rows", type_=String))
        self.last_numbers = Prepared(last_numbers(dialect.name), dialect)
        self.log = Prepared(LOG, dialect)
        self.writes = {name: Together(one, dialect) for name, one in writes.statements.items()}
        self.new_secret = INSERTS[dialect.name](secrets).on_conflict_do_nothing()
