"""The log of one table, with what is due there, and its last events."""

from collections import deque
from collections.abc import Sequence

from punto.rules.errors import PuntoError
from punto.server.live.due import Duty, due_of, duty_of, parked
from punto.server.live.event_log import EventLog
from punto.server.live.services import Services
from punto.server.store.errors import ConflictError
from punto.server.store.model import KEEP, DailyResult, EventRow
from punto.server.table.change import Change
from punto.server.table.client_view import (
    ClientText,
    PublicEvent,
    events_message,
    public_event,
    snapshot_message,
)
from punto.server.table.codes import no_such_table
from punto.server.table.daily import is_won
from punto.server.table.effects import apply_rows
from punto.server.table.table import Table

MEMBERSHIP_EVENTS = {"opened", "seat_changed", "handed_over", "over"}
"""After these the table is among the recent ones of every device that has a seat."""

PHASE_EVENTS = {"opened", "started", "over"}
"""After these the table may be in another phase."""


KEPT_EVENTS = 64
"""Events that stay in memory for clients that reconnect after missing a few."""

SHORT_EVENTS = 2
"""Up to this many events are always shorter than a snapshot."""


class TableLog(EventLog[Table, Change]):
    """Reads and appends the events of a table, and keeps what is due in step with them."""

    def __init__(self, code: str, services: Services) -> None:
        super().__init__(code, services)
        self._stored_duty: Duty | None = None
        """What is due according to the database."""
        self._own_duty: Duty | None = None
        """What this node takes care of."""

    def new_state(self) -> Table:
        """Make the table before its first event."""
        return Table(self.code)

    def apply_rows(self, state: Table, rows: Sequence[EventRow]) -> None:
        """Apply stored events."""
        apply_rows(state, rows)

    def missing(self) -> PuntoError:
        """Make the error for a code that no table has."""
        return no_such_table()

    async def append(self, change: Change) -> list[EventRow]:
        """Store the events of a change, with what is due after them."""
        table, now = change.table, change.now
        after, duty = table.number - len(change.events), duty_of(table)
        kinds = {event.kind for event in change.events}
        # A match of a room or a tournament is found through that until it is over.
        is_inside = table.room or table.tournament
        membership = {"over"} if is_inside else MEMBERSHIP_EVENTS
        rows = await self.store_events(
            change,
            phase=None if kinds.isdisjoint(PHASE_EVENTS) else table.phase,
            due=KEEP if duty == self._stored_duty else due_of(table, now, is_new=not after),
            devices=() if kinds.isdisjoint(membership) else members(table),
            daily=DailyResult(table.daily, is_won(table))
            if table.daily and "over" in kinds
            else None,
        )
        if duty != self._stored_duty:
            self._stored_duty = self._own_duty = duty
        return rows

    async def open(self, opening: Change) -> bool:
        """Store a new table; return False if its code is taken."""
        try:
            await self.append(opening)
        except ConflictError:
            return False
        self.services.metrics.opened.inc()
        return True

    # What is due

    def follow(self, table: Table) -> None:
        """Note what is due after events that another node stored."""
        self._stored_duty = duty_of(table)

    def is_ours(self, table: Table) -> bool:
        """Whether this node takes care of what is due."""
        if self.services.bus.is_alone:
            return True
        duty = duty_of(table)
        return duty is not None and duty == self._own_duty

    @property
    def has_bot_turn(self) -> bool:
        """Whether the last event made it a bot's turn, and this node takes care of it."""
        duty = self._stored_duty
        if duty is None or duty.kind != "bot":
            return False
        return self.services.bus.is_alone or duty == self._own_duty

    def take(self, table: Table) -> None:
        """Note that this node has the lease on what is due."""
        self._own_duty = duty_of(table)

    async def clear_due(self, table: Table) -> bool:
        """Store that nothing is due; return False if another node stored something meanwhile."""
        if is_stored := await self.store_due(table, None):
            self._stored_duty = None
        return is_stored

    async def park(self, table: Table) -> bool:
        """Let a bot's turn wait until somebody comes; no node looks at it before.

        The row of what is due stays, so that the first to come can take it, on one node only.
        Returns False if another node stored something meanwhile.
        """
        if is_stored := await self.store_due(table, parked()):
            self._own_duty = None
        return is_stored


def members(table: Table) -> list[str]:
    """List the devices of the host and of everybody who has a seat."""
    return [table.devices[number - 1] for number in sorted(table.known)]


class RecentEvents:
    """The last `KEPT_EVENTS` public events, with their numbers."""

    def __init__(self) -> None:
        self._events: deque[tuple[int, PublicEvent]] = deque(maxlen=KEPT_EVENTS)

    def add(self, rows: Sequence[EventRow]) -> list[PublicEvent]:
        """Keep events, and return their public parts."""
        events = []
        for row in rows:
            event = public_event(*row)
            self._events.append((row.number, event))
            events.append(event)
        return events

    def message_after(self, last_event: int | None, table: Table) -> ClientText:
        """Make the message with what a client lacks: events, or a snapshot if that is shorter."""
        missing = [event for number, event in self._events if number > (last_event or 0)]
        if last_event is None or not table.number - len(missing) <= last_event <= table.number:
            return snapshot_message(table)
        message = events_message(missing)
        if len(missing) <= SHORT_EVENTS:
            return message
        return min(message, snapshot_message(table), key=len)
