"""A batch: many appends in one transaction, each with its own answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.sql.base import Executable

from punto.server.store.append import Append, Appended, Due
from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.statements import (
    LAST_NUMBERS,
    NEW_EVENTS,
    NEW_TABLES,
    NO_DUES,
    OLD_TABLES,
    Upserts,
)

Outcome = Appended | StoreError
Row = dict[str, Any]


class Batch:
    """What a number of appends come to, given the last number of each of their tables."""

    def __init__(self, lasts: Mapping[str, int]) -> None:
        self.lasts = dict(lasts)
        self.events: list[Row] = []
        self.created: dict[str, Row] = {}
        self.changed: dict[str, Row] = {}
        self.dues: dict[str, Due | None] = {}
        self.devices: dict[tuple[str, str], int] = {}

    def take(self, append: Append) -> Outcome:
        """Take an append in, unless its table has gone on without it."""
        table, last = append.table, self.lasts.get(append.table, 0)
        if append.after != last:
            return ConflictError(table, append.after, last)
        for number, event in enumerate(append.events, last + 1):
            row = {"table_id": table, "number": number, "at": append.at}
            self.events.append({**row, "kind": event.kind, "body": event.body})
        now = self.lasts[table] = last + len(append.events)
        self._touch(append, now)
        if append.due is None or isinstance(append.due, Due):
            self.dues[table] = append.due
        self.devices.update({(device, table): append.at for device in append.devices})
        return Appended(range(last + 1, now + 1))

    def _touch(self, append: Append, last: int) -> None:
        """Note how the table stands after an append; of several the last one counts."""
        stands: Row = {"last": last, "touched_at": append.at}
        if append.phase:
            stands["phase"] = append.phase
        if append.after == 0:
            self.created[append.table] = {"id": append.table, "created_at": append.at, **stands}
        elif append.table in self.created:
            self.created[append.table] |= stands
        else:
            row = self.changed.setdefault(append.table, {"old_id": append.table, "new_phase": None})
            row |= {f"new_{name}": value for name, value in stands.items()}

    def write(self, connection: Connection, upserts: Upserts) -> None:
        """Write it all; what is new in one order, so that no two writers interlock."""
        due = [
            {"table_id": table, "at": due.at, "kind": due.kind}
            for table, due in self.dues.items()
            if due
        ]
        devices = [
            {"device_id": device, "table_id": table, "touched_at": at}
            for (device, table), at in self.devices.items()
        ]
        run(connection, NEW_TABLES, [self.created[table] for table in sorted(self.created)])
        run(connection, NEW_EVENTS, self.events)
        run(connection, OLD_TABLES, list(self.changed.values()))
        run(connection, NO_DUES, [{"old_id": table} for table in self.dues if not self.dues[table]])
        run(connection, upserts.due, due)
        run(connection, upserts.device, devices)


def run(connection: Connection, statement: Executable, rows: list[Row]) -> None:
    """Run a statement for every row, if there is one."""
    if rows:
        connection.execute(statement, rows)


def write(connection: Connection, appends: Sequence[Append], upserts: Upserts) -> list[Outcome]:
    """Write all appends whose tables stand as they expect; the transaction is the caller's."""
    ids = sorted({append.table for append in appends})
    rows = connection.execute(LAST_NUMBERS, {"ids": ids})
    batch = Batch({row.id: row.last for row in rows})
    outcomes = [batch.take(append) for append in appends]
    batch.write(connection, upserts)
    return outcomes
