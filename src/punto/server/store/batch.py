"""A batch: many appends in one transaction, each with its own answer."""

import json
from collections.abc import Mapping, Sequence

from sqlalchemy.engine.interfaces import DBAPICursor

from punto.server.store.append import Append, Appended, Due
from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.prepared import Row
from punto.server.store.statements import Statements

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
            row = self.changed.setdefault(
                append.table, {"old_id": append.table, "old_last": append.after}
            )
            row |= {f"new_{name}": value for name, value in stands.items()}

    def rows(self) -> dict[str, list[Row]]:
        """List what is to be written, by the names of `Writes`.

        What is new is in one order, so that no two writers interlock.
        """
        changed = self.changed.values()
        return {
            "new_tables": [self.created[table] for table in sorted(self.created)],
            "moved_tables": [row for row in changed if "new_phase" not in row],
            "turned_tables": [row for row in changed if "new_phase" in row],
            "new_events": self.events,
            "no_dues": [{"old_id": table} for table, due in self.dues.items() if due is None],
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
        }


def write(
    cursor: DBAPICursor, appends: Sequence[Append], sql: Statements, *, doubted: bool = False
) -> list[Outcome]:
    """Write all appends whose tables stand as they expect; the transaction is the caller's.

    What was written before, but perhaps in vain, is not in conflict with itself.
    """
    ids = json.dumps(list({append.table for append in appends}))
    batch = Batch(dict(sql.last_numbers.ask(cursor, {"ids": ids})))
    outcomes = [batch.take(append) for append in appends]
    for name, rows in batch.rows().items():
        sql.writes[name].run(cursor, rows)
    if doubted:
        pairs = zip(appends, outcomes, strict=True)
        outcomes = [recognised(cursor, append, outcome, sql) for append, outcome in pairs]
    return outcomes


def recognised(cursor: DBAPICursor, append: Append, outcome: Outcome, sql: Statements) -> Outcome:
    """Look whether the events that an append conflicts with are its own.

    No other writer's are the same to the millisecond and the last sign, unless they are the same
    command on another way; then they are stored, too, and once.
    """
    if isinstance(outcome, Appended) or not append.events:
        return outcome
    until = append.after + len(append.events)
    row = {"table": append.table, "after": append.after, "until": until}
    there = [tuple(found) for found in sql.log.ask(cursor, row)]
    ours = [
        (number, append.at, event.kind, event.body)
        for number, event in enumerate(append.events, append.after + 1)
    ]
    return Appended(range(append.after + 1, until + 1)) if there == ours else outcome
