"""A batch: many appends in one transaction (group commit), each with its own outcome.

`write` works on both databases. `SqliteBatch` writes a whole batch as one statement of SQLite, for
the usual case that there is no conflict.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import Dialect, literal_column
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor

from punto.server.store._statements import Row, Statements, Writes
from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.model import Append, Appended, DailyResult, Due
from punto.server.wire.encoding import encode

Outcome = Appended | StoreError

VIEW = "batches"

CHECKED = ("same_phase_tables", "new_phase_tables")
"""Statements that must change every one of their rows; else a table has advanced meanwhile."""


class Batch:
    """Collects the rows of appends, given the number of the last event of each of their tables."""

    def __init__(self, last_numbers: Mapping[str, int]) -> None:
        self.last_numbers = dict(last_numbers)
        self.events: list[Row] = []
        self.created: dict[str, Row] = {}
        self.changed: dict[str, Row] = {}
        self.dues: dict[str, Due | None] = {}
        self.devices: dict[tuple[str, str], int] = {}
        self.daily_results: list[DailyResult] = []

    def add(self, append: Append) -> Outcome:
        """Add an append, unless its table has events that the caller did not know of."""
        table, last = append.table, self.last_numbers.get(append.table, 0)
        if append.after != last:
            return ConflictError(table, append.after, last)
        for number, event in enumerate(append.events, last + 1):
            self.events.append(
                {
                    "table_id": table,
                    "number": number,
                    "at": append.at,
                    "kind": event.kind,
                    "body": event.body,
                }
            )
        now = self.last_numbers[table] = last + len(append.events)
        self._change_table(append, now)
        if append.due is None or isinstance(append.due, Due):
            self.dues[table] = append.due
        for device in append.devices:
            self.devices[device, table] = append.at
        if append.daily:
            self.daily_results.append(append.daily)
        return Appended(range(last + 1, now + 1))

    def _change_table(self, append: Append, last: int) -> None:
        """Set the row of the table after an append; the last of several appends wins."""
        columns: Row = {"last": last, "touched_at": append.at}
        if append.phase:
            columns["phase"] = append.phase
        if append.after == 0:
            self.created[append.table] = {"id": append.table, "created_at": append.at, **columns}
        elif append.table in self.created:
            self.created[append.table] |= columns
        else:
            row = self.changed.setdefault(
                append.table, {"old_id": append.table, "old_last": append.after}
            )
            row |= {f"new_{name}": value for name, value in columns.items()}

    def rows(self) -> dict[str, list[Row]]:
        """List the rows to write, by the names of `Writes`.

        New tables and days are sorted, so that two writers cannot deadlock.
        """
        changed = self.changed.values()
        return {
            "new_tables": [self.created[table] for table in sorted(self.created)],
            "same_phase_tables": [row for row in changed if "new_phase" not in row],
            "new_phase_tables": [row for row in changed if "new_phase" in row],
            "new_events": self.events,
            "settled_dues": [{"old_id": table} for table, due in self.dues.items() if due is None],
            "new_dues": [
                {
                    "table_id": table,
                    "at": due.at,
                    "kind": due.kind,
                    "leased_until": due.lease and due.at + due.lease,
                    "lease": due.lease,
                }
                for table, due in self.dues.items()
                if due
            ],
            "new_devices": [
                {"device_id": device, "table_id": table, "touched_at": at}
                for (device, table), at in self.devices.items()
            ],
            "daily_results": self._totals(),
        }

    def _totals(self) -> list[Row]:
        """Add up the finished deals of each day."""
        played = Counter(result.day for result in self.daily_results)
        won = Counter(result.day for result in self.daily_results if result.is_won)
        return [{"day": day, "played": played[day], "won": won[day]} for day in sorted(played)]


def write(
    cursor: DBAPICursor, appends: Sequence[Append], sql: Statements, *, is_retry: bool = False
) -> list[Outcome]:
    """Write all appends whose tables are as expected; the caller has begun the transaction.

    With `is_retry` a commit of the same appends may have succeeded before. Writing is idempotent
    then: an append does not conflict with itself, and is stored once.
    """
    ids = json.dumps(list({append.table for append in appends}))
    batch = Batch(dict(sql.last_numbers.fetch(cursor, {"ids": ids})))
    outcomes = [batch.add(append) for append in appends]
    for name, rows in batch.rows().items():
        sql.writes[name].write(cursor, rows)
    if is_retry:
        pairs = zip(appends, outcomes, strict=True)
        outcomes = [recognise_own(cursor, append, outcome, sql) for append, outcome in pairs]
    return outcomes


def recognise_own(
    cursor: DBAPICursor, append: Append, outcome: Outcome, sql: Statements
) -> Outcome:
    """Turn a conflict into success if the events in the log are those of the append itself.

    No other writer's events are equal to the millisecond and the last character, unless it stored
    the same command by another route: then that is stored, too, and once.
    """
    if isinstance(outcome, Appended) or not append.events:
        return outcome
    until = append.after + len(append.events)
    row = {"table": append.table, "after": append.after, "until": until}
    stored = [tuple(found) for found in sql.events.fetch(cursor, row)]
    own = [
        (number, append.at, event.kind, event.body)
        for number, event in enumerate(append.events, append.after + 1)
    ]
    return Appended(range(append.after + 1, until + 1)) if stored == own else outcome


class SqliteBatch:
    """Inserts a batch into a temporary view, where a trigger writes all parts of it.

    Between two statements Python's driver must reacquire the interpreter's lock, and waits while
    other threads hold it: with five statements a batch waited longer than it wrote.
    """

    def __init__(self, dialect: Dialect) -> None:
        writes = Writes(dialect.name, lambda name: literal_column(f"new.{name}"))
        self.names, steps = tuple(writes.statements), []
        for name, statement in writes.statements.items():
            steps.append(str(statement.compile(dialect=dialect)))
            if name in CHECKED:
                missing = f"changes() < json_array_length(new.{name})"
                steps.append(f"SELECT RAISE(ABORT, 'a table has advanced') WHERE {missing}")
        columns = ", ".join(f"NULL AS {name}" for name in self.names)
        self.setup = (
            "PRAGMA temp_store = MEMORY",
            f"CREATE TEMP VIEW {VIEW} AS SELECT {columns}",
            f"CREATE TEMP TRIGGER {VIEW}_written INSTEAD OF INSERT ON {VIEW} BEGIN "
            + "".join(f"{step}; " for step in steps)
            + "END",
        )
        self.sql = f"INSERT INTO {VIEW} VALUES ({', '.join('?' * len(self.names))})"  # noqa: S608

    def prepare(self, connection: DBAPIConnection, _entry: object = None) -> None:
        """Create the view and its trigger on a new connection."""
        cursor = connection.cursor()
        for statement in self.setup:
            cursor.execute(statement)
        cursor.close()

    def write(self, cursor: DBAPICursor, appends: Sequence[Append]) -> list[Outcome]:
        """Write and commit appends if all their tables are as expected.

        Otherwise the driver raises an IntegrityError, and nothing is written.
        """
        batch = Batch({append.table: append.after for append in reversed(appends)})
        outcomes = [batch.add(append) for append in appends]
        rows = batch.rows()
        cursor.execute(
            self.sql, [encode(rows[name]) if rows[name] else None for name in self.names]
        )
        return outcomes
