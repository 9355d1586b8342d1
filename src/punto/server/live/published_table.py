"""The state of a table on this node: loaded from the log, published to clients and kept up to date.

`_publish` is the one way by which stored events change the state and reach clients, whether this
node has stored them or another one.
"""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

from punto.rules.errors import PuntoError
from punto.server.live import peer_messages
from punto.server.live.peers import Peers
from punto.server.live.presence import Presence
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
from punto.server.table.effects import apply_rows
from punto.server.table.errors import refusal
from punto.server.table.table import Table
from punto.server.wire.words import DeviceNumber, Seat

log = logging.getLogger("punto.tables")

SEAT_EVENTS = {"seat_changed", "settings_changed", "started", "handed_over", "resigned"}
"""After these, people may have other seats than before, or may not watch any more."""


class PublishedTable:
    """A table, its clients on this node, and its channel to other nodes."""

    def __init__(self, code: str, services: Services) -> None:
        self.code, self.services = code, services
        self.users = 0
        """How many visitors keep the table in memory."""
        self.lock = asyncio.Lock()
        """Held by whoever may change the table: one at a time."""
        self.table: Table | None = None
        """The table after the last published event; None until the log was read."""
        self.log = TableLog(code, services)
        self.recent = RecentEvents()
        self.presence = Presence(services.now())
        self.peers = Peers(code, services.bus)
        self._is_append_in_doubt = False
        """Whether an append failed: it may be stored all the same, so the log must be read."""
        self._inbox_task: asyncio.Task[None] | None = None
        self._last_presence = ""

    def close(self) -> None:
        """Stop following the table: nobody uses it on this node any more."""
        self._unsubscribe()
        if self._inbox_task is not None:
            self._inbox_task.cancel()

    @property
    def last_event(self) -> int:
        """The number of the last event that was published here."""
        return 0 if self.table is None else self.table.number

    # Loading

    async def current(self) -> Table:
        """Read the table as it stands now, whichever node has changed it last."""
        async with self.lock:
            return await self._newest()

    @property
    def _ready_table(self) -> Table | None:
        """The table, if nothing has to be read or sent before it is used."""
        is_ready = not (self._is_append_in_doubt or self.peers.has_presence_changed)
        return self.table if is_ready else None

    async def _loaded(self) -> Table:
        """Return the table as this node knows it. It may be outdated.

        Then storing a change ends in a conflict, and it is decided again (optimistic concurrency).
        """
        if self.table is None:
            self.table, rows = await self.log.load()
            self.recent.add(rows[-KEPT_EVENTS:])
        elif self._is_append_in_doubt:
            await self._catch_up()
        if self.peers.has_presence_changed:
            self._send_presence(self.table, only_if_changed=True)
        return self.table

    async def _newest(self) -> Table:
        """Return the table as the log has it."""
        if self.table is not None and not self.services.bus.is_alone:
            await self._catch_up()
        return await self._loaded()

    async def _catch_up(self) -> None:
        """Publish what the log has after the last event that was published here."""
        assert self.table is not None
        draft, rows = await self.log.read_after(self.table)
        self._is_append_in_doubt = False
        if rows:
            self.services.metrics.missed.inc(len(rows))
            self.log.follow(draft)
            self._publish(draft, rows)

    # Publishing

    def _publish(
        self, table: Table, rows: Sequence[EventRow], received: float | None = None
    ) -> None:
        """Make stored events the state of the table, and send them to its clients."""
        self.table = table
        events = self.recent.add(rows)
        kinds = {row.kind for row in rows}
        have_seats_changed = not kinds.isdisjoint(SEAT_EVENTS)
        if have_seats_changed:
            self._send_strangers_away(table)  # before they see the first card
        is_short = len(events) <= KEPT_EVENTS
        self._broadcast(events_message(events) if is_short else snapshot_message(table))
        if received is not None and "placed" in kinds and self.presence.clients:
            self.services.metrics.delivery.observe(time.perf_counter() - received)
        if have_seats_changed:
            for client in self.presence.clients:
                client.send(you_message(table, client.device))
            self._send_presence(table)

    def _broadcast(self, text: ClientText) -> None:
        for client in self.presence.clients:
            client.send(text)

    def _send_strangers_away(self, table: Table) -> None:
        """Close the connections of those who may not watch any more."""
        for client in tuple(self.presence.clients):
            if not table.may_see(client.device):
                client.say_bye(refusal("not-a-spectator"), reconnect=False)
                self.presence.remove(client, self.services.now(), table)
                self._announce()

    def _send_presence(self, table: Table, *, only_if_changed: bool = False) -> None:
        """Send everybody who is connected, and from when on bots may stand in for others."""
        self.peers.has_presence_changed = False
        by_seat = {
            Seat(seat): when
            for number, when in self._stand_in_at_ms(table).items()
            for seat in table.seats_of(number)
        }
        connected, spectators = self.presence.connected(table), self.presence.spectators(table)
        text = presence_message(connected, by_seat, spectators)
        if not only_if_changed or text != self._last_presence:
            self._last_presence = text
            self._broadcast(text)

    def _stand_in_at_ms(self, table: Table) -> dict[DeviceNumber, int]:
        seconds = table.settings.grace_seconds or self.services.config.grace_seconds
        return self.presence.stand_in_at_ms(table, round(1000 * seconds))

    # Other nodes

    def _announce(self, *, asks: bool = False) -> None:
        self.peers.announce(self.presence, self.table, asks=asks)

    def _unsubscribe(self) -> None:
        self.peers.unsubscribe()
        self.presence.elsewhere.clear()

    def ask_who_is_there(self, *, is_confirmed: bool = False) -> None:
        """Ask the other nodes who is connected to them, now that answers will be received."""
        if self.peers.is_subscribed:
            if is_confirmed:
                self.peers.confirm_subscription()
            self._announce(asks=True)

    def receive(self, node: str, message: Mapping[str, Any]) -> None:
        """Take in what another node says about the table."""
        kind, peers = message["kind"], self.peers
        if kind == "events":
            peers.events.append([EventRow(*row) for row in message["entries"]])
        elif kind == "here":
            self.presence.learn(node, message["devices"], message["left"])
            peers.has_presence_changed = True
            peers.has_missed_events = peers.has_missed_events or message["number"] > self.last_event
            if message["asks"]:
                self._announce()
        elif kind == "reaction":
            self._broadcast(reaction_message(message["seat"], message["reaction"]))
        elif message is peer_messages.UNREADABLE:
            peers.has_missed_events = True
        if peers.has_news:
            self._process_inbox()

    def look(self) -> None:
        """Read the log: it has something that no message told."""
        self.peers.has_missed_events = True
        self._process_inbox()

    def lose_node(self, node: str) -> None:
        """Note that a node is gone."""
        if self.presence.lose_node(node, self.services.now(), self.table):
            self.peers.has_presence_changed = True
            self._process_inbox()

    def _process_inbox(self) -> None:
        """Publish what arrived: at once, unless a command is under way or the log must be read."""
        if not self.lock.locked() and self.table is not None and self._apply_inbox(self.table):
            if self.peers.has_presence_changed:
                self._send_presence(self.table, only_if_changed=True)
        elif self._inbox_task is None or self._inbox_task.done():
            self._inbox_task = asyncio.get_running_loop().create_task(
                self._process_inbox_under_lock()
            )

    async def _process_inbox_under_lock(self) -> None:
        while self.peers.has_news:
            async with self.lock:
                try:
                    if self.table is not None and not self._apply_inbox(self.table):
                        await self._catch_up()
                        self.peers.has_missed_events = False
                    await self._loaded()
                except PuntoError as error:
                    log.debug("table %s: cannot read the log: %s", self.code, error)
                    return  # the heartbeat looks again soon
                except Exception:
                    self.services.metrics.errors.inc()
                    log.exception("table %s: cannot apply what other nodes said", self.code)
                    return

    def _apply_inbox(self, table: Table) -> bool:
        """Publish events of other nodes; return False if the log must be read instead.

        Events that are known already are skipped; a gap makes the log be read.
        """
        batches, self.peers.events = self.peers.events, []
        for rows in batches:
            new = [row for row in rows if row.number > table.number]
            if not new:
                continue
            if new[0].number > table.number + 1:
                self.peers.has_missed_events = True
                break
            draft = table.copy()
            apply_rows(draft, new)
            self.log.follow(draft)
            self._publish(draft, new)
            table = draft
        return not self.peers.has_missed_events
