"""The latest events of a table, kept in memory for clients that reconnect after missing a few."""

from collections import deque
from collections.abc import Sequence

from punto.server.store.model import EventRow
from punto.server.table.client_view import (
    ClientText,
    PublicEvent,
    events_message,
    public_event,
    snapshot_message,
)
from punto.server.table.table import Table

KEPT_EVENTS = 64

SHORT_EVENTS = 2
"""Up to this many events are always shorter than a snapshot."""


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
