"""A table on this node: what is sent to its clients when events were stored."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from punto.rules.errors import PuntoError
from punto.server.live.published import Published
from punto.server.live.services import Services
from punto.server.live.table_log import KEPT_EVENTS, RecentEvents, TableLog
from punto.server.store.model import EventRow
from punto.server.table.client_view import (
    ClientText,
    events_message,
    presence_message,
    reaction_message,
    snapshot_message,
    you_message,
)
from punto.server.table.errors import refusal
from punto.server.table.table import Table
from punto.server.wire.words import DeviceNumber, Seat

SEAT_EVENTS = {"seat_changed", "settings_changed", "started", "handed_over", "resigned"}
"""After these, people may have other seats than before, or may not watch any more."""


class PublishedTable(Published[Table]):
    """A table, its clients on this node, and its channel to other nodes."""

    def __init__(self, code: str, services: Services) -> None:
        self.log = TableLog(code, services)
        super().__init__(code, services, self.log)
        self.recent = RecentEvents()

    @property
    def table(self) -> Table | None:
        """The table after the last published event; None until the log was read."""
        return self.state

    def _keep_rows(self, rows: Sequence[EventRow]) -> None:
        """Keep the last events for clients that missed only a few."""
        self.recent.add(rows[-KEPT_EVENTS:])

    def _publish(
        self, state: Table, rows: Sequence[EventRow], received: float | None = None
    ) -> None:
        """Make stored events the state of the table, and send them to its clients."""
        self.state = table = state
        events = self.recent.add(rows)
        kinds = {row.kind for row in rows}
        have_seats_changed = not kinds.isdisjoint(SEAT_EVENTS)
        if have_seats_changed:
            # before they see the first card
            self._send_strangers_away(table)
        is_short = len(events) <= KEPT_EVENTS
        self._broadcast(events_message(events) if is_short else snapshot_message(table))
        if received is not None and "placed" in kinds and self.presence.clients:
            self.services.metrics.delivery.observe(time.perf_counter() - received)
        if have_seats_changed:
            for client in self.presence.clients:
                client.send(you_message(table, client.device))
            self._send_presence(table)

    def _presence_text(self, state: Table) -> ClientText:
        """Make the message with who is connected, and from when on bots may stand in for others."""
        by_seat = {
            Seat(seat): when
            for number, when in self._stand_in_at_ms(state).items()
            for seat in state.seats_of(number)
        }
        connected, spectators = self.presence.connected(state), self.presence.spectators(state)
        return presence_message(connected, by_seat, spectators)

    def _exclusion(self, state: Table, device: str) -> PuntoError:  # noqa: ARG002
        """Say why a device may not see the table."""
        return refusal("not-a-spectator")

    def _receive_reaction(self, message: Mapping[str, Any]) -> None:
        """Send a reaction from another node to the clients of this one."""
        self._broadcast(reaction_message(message["seat"], message["reaction"]))

    def _stand_in_at_ms(self, table: Table) -> dict[DeviceNumber, int]:
        seconds = table.settings.grace_seconds or self.services.config.grace_seconds
        return self.presence.stand_in_at_ms(table, round(1000 * seconds))
