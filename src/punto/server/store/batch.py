"""A batch: many appends in one transaction, each with its own answer."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from punto.server.store.append import Append, Appended, Due
from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.prepared import Row
from punto.server.store.statements import LAST_NUMBERS, Statements

Outcome = Appended | StoreError


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
            self.events.append(
                {
                    "table_id": table,
                    "number": number,
                    "at": append.at,
                    "kind": event.kind,
                    "body": event.body,
                }
            )
        now = self.lasts[table] = last + len(append.events)
        self._touch(append, now)
        if append.due is None or isinstance(append.due, Due):
            self.dues[table] = append.due
        for device in append.devices:
            self.devices[device, table] = append.at
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

    def write(self, connection: Connection, statements: Statements) -> None:
        """Write it all; what is new in one order, so that no two writers interlock."""
        new = [self.created[table] for table in sorted(self.created)]
        gone = [{"old_id": table} for table, due in self.dues.items() if due is None]
        due = [
            {"table_id": table, "at": due.at, "kind": due.kind}
            for table, due in self.dues.items()
            if due
        ]
        devices = [
            {"device_id": device, "table_id": table, "touched_at": at}
            for (device, table), at in self.devices.items()
        ]
        statements.new_tables.run(connection, new)
        statements.new_events.run(connection, self.events)
        statements.old_tables.run(connection, list(self.changed.values()))
        statements.no_dues.run(connection, gone)
        statements.new_dues.run(connection, due)
        statements.new_devices.run(connection, devices)


def write(connection: Connection, appends: Sequence[Append], sql: Statements) -> list[Outcome]:
    """Write all appends whose tables stand as they expect; the transaction is the caller's."""
    ids = sorted({append.table for append in appends})
    rows = connection.execute(LAST_NUMBERS, {"ids": ids}).all()
    batch = Batch(dict(map(tuple, rows)))
    outcomes = [batch.take(append) for append in appends]
    batch.write(connection, sql)
    return outcomes
