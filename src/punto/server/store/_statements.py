"""The SQL of appending, for SQLite and PostgreSQL, compiled once and run by the bare driver."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
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
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.elements import CompilerElement
from sqlalchemy.sql.functions import FunctionElement

from punto.server.store._leases import database_time
from punto.server.store._reader import read_secret
from punto.server.store.schema import daily_totals, devices, dues, events, secrets, tables
from punto.server.wire.encoding import encode

Row = dict[str, Any]

Insert = sqlite.Insert | postgresql.Insert

INSERTS: dict[str, Callable[[Table], Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}

JSON_TEXTS: dict[str, Callable[[ColumnElement[str]], FunctionElement[str]]] = {
    "sqlite": func.json_each,
    "postgresql": lambda text: func.json_array_elements_text(cast(text, JSON)),
}
"""Functions that turn a JSON array of texts into rows: any number of texts in one parameter."""

EVENTS = (
    select(events.c.number, events.c.at, events.c.kind, events.c.body)
    .where(
        events.c.table_id == bindparam("table"),
        events.c.number > bindparam("after"),
        events.c.number <= bindparam("until"),
    )
    .order_by(events.c.number)
)


def last_numbers(dialect: str) -> Select[tuple[str, int]]:
    """Build the query for the number of the last event of each of these tables.

    PostgreSQL locks the rows until the commit, always in the same order so that writers do not
    deadlock. SQLite, which has one writer, ignores that part.
    """
    ids = JSON_TEXTS[dialect](bindparam("ids", type_=String)).table_valued("value")
    query = select(tables.c.id, tables.c.last).where(tables.c.id.in_(select(ids.c.value)))
    return query.order_by(tables.c.id).with_for_update(key_share=True)


class Writes:
    """The statements of a batch, in the order in which they run: tables before what refers to them.

    Each statement gets all its rows as one JSON parameter.
    """

    def __init__(self, dialect: str, source: Callable[[str], ColumnElement[str]]) -> None:
        self.dialect, self.source = dialect, source
        """`source` gives the rows of a statement by its name."""
        self.statements: dict[str, Insert | Update | Delete] = {
            "new_tables": self._insert("new_tables", tables),
            "same_phase_tables": self._update_tables("same_phase_tables"),
            "new_phase_tables": self._update_tables("new_phase_tables", new_phase=tables.c.phase),
            "new_events": self._insert("new_events", events),
            "settled_dues": self._delete_dues(),
            "new_dues": self._upsert_dues(),
            "new_devices": self._upsert_devices(),
            "daily_results": self._add_to_totals(),
        }

    def _values(self, name: str, **types: ColumnElement[Any]) -> Mapping[str, ColumnElement[Any]]:
        """Build expressions for the values of the rows, with the types of these columns."""
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
        # Without a WHERE, SQLite's parser takes the ON of "ON CONFLICT" for that of a join.
        query = select(*row.values()).where(true())
        return INSERTS[self.dialect](table).from_select(list(row), query)

    def _update_tables(self, name: str, **phase: ColumnElement[str]) -> Update:
        """Advance tables whose last event is still the expected one: optimistic concurrency."""
        row = self._values(
            name,
            old_id=tables.c.id,
            old_last=tables.c.last,
            new_last=tables.c.last,
            new_touched_at=tables.c.touched_at,
            **phase,
        )
        changed = {"last": row["new_last"], "touched_at": row["new_touched_at"]}
        if phase:  # SQLite would rewrite its index even if the phase stays the same
            changed["phase"] = row["new_phase"]
        is_expected = (tables.c.id == row["old_id"]) & (tables.c.last == row["old_last"])
        return update(tables).where(is_expected).values(changed)

    def _delete_dues(self) -> Delete:
        row = self._values("settled_dues", old_id=dues.c.table_id)
        return delete(dues).where(dues.c.table_id.in_(select(row["old_id"])))

    def _upsert_dues(self) -> Insert:
        """Insert or replace what is due; leases start at the commit, by PostgreSQL's clock."""
        if self.dialect == "sqlite":
            made = self._insert("new_dues", dues)
        else:
            row = self._values(
                "new_dues", **{one.name: one for one in dues.c}, lease=dues.c.leased_until
            )
            now, lease = database_time(self.dialect, 0), row["lease"]
            at = case((lease > 0, func.least(row["at"], now)), else_=row["at"])
            until = case((lease > 0, now + lease), else_=0)
            query = select(row["table_id"], at, row["kind"], until)
            made = INSERTS[self.dialect](dues).from_select([one.name for one in dues.c], query)
        return made.on_conflict_do_update(
            index_elements=["table_id"],
            set_={name: made.excluded[name] for name in ("at", "kind", "leased_until")},
        )

    def _upsert_devices(self) -> Insert:
        made = self._insert("new_devices", devices)
        return made.on_conflict_do_update(
            index_elements=["device_id", "table_id"],
            set_={"touched_at": made.excluded.touched_at},
        )

    def _add_to_totals(self) -> Insert:
        """Count finished deals of the day. Each day has one row, so writers cannot deadlock."""
        made = self._insert("daily_results", daily_totals)
        return made.on_conflict_do_update(
            index_elements=["day"],
            set_={name: daily_totals.c[name] + made.excluded[name] for name in ("played", "won")},
        )


class Prepared:
    """One statement, compiled for one database; its values are texts and integers only.

    SQLAlchemy would examine every value of every row, and the statement each time: with small rows
    that takes longer than the database itself.
    """

    def __init__(self, statement: CompilerElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self.constants = {
            name: value for name, value in compiled.params.items() if value is not None
        }
        names = getattr(compiled, "positiontup", None)  # for drivers with positional parameters
        self.values: Callable[[Row], Any] = dict if names is None else tuple_getter(names)

    def fetch(self, cursor: DBAPICursor, row: Row) -> list[Any]:
        """Run the statement once, and fetch all rows."""
        cursor.execute(self.sql, self.values(row))
        return list(cursor.fetchall())

    def write(self, cursor: DBAPICursor, rows: list[Row]) -> None:
        """Run the statement for all rows in one parameter, `rows`, unless there are none.

        Sending row after row to PostgreSQL took six times as much processor time here.
        """
        if rows:
            cursor.execute(self.sql, self.values({**self.constants, "rows": encode(rows)}))


def tuple_getter(names: list[str]) -> Callable[[Row], Any]:
    """Make a function that returns these values of a row in order, always as a tuple."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda row: (row[names[0]],)


class Statements:
    """All prepared statements of a batch, for one of the two databases."""

    def __init__(self, dialect: Dialect) -> None:
        writes = Writes(dialect.name, lambda _: bindparam("rows", type_=String))
        self.last_numbers = Prepared(last_numbers(dialect.name), dialect)
        self.events = Prepared(EVENTS, dialect)
        self.writes = {name: Prepared(one, dialect) for name, one in writes.statements.items()}


def create_secret(connection: Connection, name: str, value: bytes) -> bytes:
    """Store a secret unless one of that name exists; return the stored one. Idempotent."""
    made = INSERTS[connection.dialect.name](secrets).on_conflict_do_nothing()
    connection.execute(made, {"name": name, "value": value})
    stored = read_secret(connection, name)
    assert stored is not None
    return stored
