"""What a log adds up to on this node: loaded, published to clients and kept up to date.

`_publish` is the one way by which stored events change the state and reach clients, whether this
node has stored them or another one.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from punto.rules.errors import PuntoError
from punto.server.live import peer_messages
from punto.server.live.event_log import EventLog
from punto.server.live.peers import Peers
from punto.server.live.presence import Presence
from punto.server.live.services import Services
from punto.server.store.model import EventRow
from punto.server.table.client_view import ClientText
from punto.server.table.log_state import LogState

log = logging.getLogger("punto.tables")

S = TypeVar("S", bound=LogState)


class Published(ABC, Generic[S]):
    """A table, a room or a tournament, its clients on this node, and its channel to other nodes."""

    def __init__(self, code: str, services: Services, event_log: EventLog[S, Any]) -> None:
        self.code, self.services = code, services
        self.users = 0
        """How many visitors keep it in memory."""
        self.lock = asyncio.Lock()
        """Held by whoever may change it: one at a time."""
        self.state: S | None = None
        """The state after the last published event; None until the log was read."""
        self._event_log = event_log
        self.presence = Presence(services.now())
        self.peers = Peers(code, services.bus)
        self._is_append_in_doubt = False
        """Whether an append failed: it may be stored all the same, so the log must be read."""
        self._inbox_task: asyncio.Task[None] | None = None
        self._last_presence = ""

    @abstractmethod
    def _publish(self, state: S, rows: Sequence[EventRow], received: float | None = None) -> None:
        """Make stored events the state, and send them to the clients."""

    @abstractmethod
    def _presence_text(self, state: S) -> ClientText:
        """Make the message with who is connected."""

    @abstractmethod
    def _receive_reaction(self, message: Mapping[str, Any]) -> None:
        """Send a reaction from another node to the clients of this one."""

    @abstractmethod
    def _exclusion(self, state: S, device: str) -> PuntoError:
        """Say why a device may not see it."""

    def _keep_rows(self, rows: Sequence[EventRow]) -> None:
        """Keep some of the rows that were loaded."""

    def close(self) -> None:
        """Stop following the log: nobody uses it on this node any more."""
        self._unsubscribe()
        if self._inbox_task is not None:
            self._inbox_task.cancel()

    @property
    def last_event(self) -> int:
        """The number of the last event that was published here."""
        return 0 if self.state is None else self.state.number

    # Loading

    async def current(self) -> S:
        """Read the state as it stands now, whichever node has changed it last."""
        async with self.lock:
            return await self._newest()

    async def current_for(self, device: str) -> S:
        """Read the state for a device; refuse one that may not see it."""
        state = await self.current()
        if not state.may_see(device):
            raise self._exclusion(state, device)
        return state

    @property
    def _ready_state(self) -> S | None:
        """The state, if nothing has to be read or sent before it is used."""
        is_ready = not (self._is_append_in_doubt or self.peers.has_presence_changed)
        return self.state if is_ready else None

    async def _loaded(self) -> S:
        """Return the state as this node knows it. It may be outdated.

        Then storing a change ends in a conflict, and it is decided again (optimistic concurrency).
        """
        if self.state is None:
            self.state, rows = await self._event_log.load()
            self._keep_rows(rows)
        elif self._is_append_in_doubt:
            await self._catch_up()
        if self.peers.has_presence_changed:
            self._send_presence(self.state, only_if_changed=True)
        return self.state

    async def _newest(self) -> S:
        """Return the state as the log has it."""
        if self.state is not None and not self.services.bus.is_alone:
            await self._catch_up()
        return await self._loaded()

    async def _catch_up(self) -> None:
        """Publish what the log has after the last event that was published here."""
        assert self.state is not None
        draft, rows = await self._event_log.read_after(self.state)
        self._is_append_in_doubt = False
        if rows:
            self.services.metrics.missed.inc(len(rows))
            self._event_log.follow(draft)
            self._publish(draft, rows)

    # Publishing

    def _broadcast(self, text: ClientText) -> None:
        for client in self.presence.clients:
            client.send(text)

    def _send_strangers_away(self, state: S) -> None:
        """Close the connections of those who may not watch any more."""
        for client in tuple(self.presence.clients):
            if not state.may_see(client.device):
                client.say_bye(self._exclusion(state, client.device), reconnect=False)
                self.presence.remove(client, self.services.now(), state)
                self._announce()

    def _send_presence(self, state: S, *, only_if_changed: bool = False) -> None:
        """Send everybody who is connected."""
        self.peers.has_presence_changed = False
        text = self._presence_text(state)
        if not only_if_changed or text != self._last_presence:
            self._last_presence = text
            self._broadcast(text)

    # Other nodes

    def _announce(self, *, asks: bool = False) -> None:
        self.peers.announce(self.presence, self.state, asks=asks)

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
        """Take in what another node says about it."""
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
            self._receive_reaction(message)
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
        if self.presence.lose_node(node, self.services.now(), self.state):
            self.peers.has_presence_changed = True
            self._process_inbox()

    def _process_inbox(self) -> None:
        """Publish what arrived: at once, unless a command is under way or the log must be read."""
        if not self.lock.locked() and self.state is not None and self._apply_inbox(self.state):
            if self.peers.has_presence_changed:
                self._send_presence(self.state, only_if_changed=True)
        elif self._inbox_task is None or self._inbox_task.done():
            self._inbox_task = asyncio.get_running_loop().create_task(
                self._process_inbox_under_lock()
            )

    async def _process_inbox_under_lock(self) -> None:
        while self.peers.has_news:
            async with self.lock:
                try:
                    if self.state is not None and not self._apply_inbox(self.state):
                        await self._catch_up()
                        self.peers.has_missed_events = False
                    await self._loaded()
                except PuntoError as error:
                    log.debug("%s: cannot read the log: %s", self.code, error)
                    return  # the heartbeat looks again soon
                except Exception:
                    self.services.metrics.errors.inc()
                    log.exception("%s: cannot apply what other nodes said", self.code)
                    return

    def _apply_inbox(self, state: S) -> bool:
        """Publish events of other nodes; return False if the log must be read instead.

        Events that are known already are skipped; a gap makes the log be read.
        """
        batches, self.peers.events = self.peers.events, []
        for rows in batches:
            new = [row for row in rows if row.number > state.number]
            if not new:
                continue
            if new[0].number > state.number + 1:
                self.peers.has_missed_events = True
                break
            draft = state.copy()
            self._event_log.apply_rows(draft, new)
            self._event_log.follow(draft)
            self._publish(draft, new)
            state = draft
        return not self.peers.has_missed_events
