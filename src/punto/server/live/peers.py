"""The same table on other nodes: this node announces who is here, and hears who is there."""

import asyncio
from contextlib import suppress

from punto.server.bus.bus import Bus
from punto.server.live import peer_messages
from punto.server.live.presence import Presence
from punto.server.store.model import EventRow
from punto.server.table.log_state import LogState
from punto.server.wire.words import Reaction

ANSWER_SECONDS = 0.25
"""How long other nodes have to answer who is connected to them."""

SUBSCRIBE_SECONDS = 1.0
"""How long to wait for the subscription before that."""


class Peers:
    """A table's channel on the bus, and what arrived on it and was not processed yet.

    A message on the bus is only a hint: losing one loses nothing, because the log has everything.
    """

    def __init__(self, code: str, bus: Bus) -> None:
        self.code, self.bus = code, bus
        self.events: list[list[EventRow]] = []
        """Events of other nodes that were received, and not applied yet."""
        self.has_missed_events = False
        """Whether the log has something that no message told."""
        self.has_presence_changed = False
        self.is_subscribed = False
        self._is_answered = asyncio.Event()
        self._asked_at = 0.0

    @property
    def has_news(self) -> bool:
        """Whether anything waits to be processed."""
        return bool(self.events or self.has_missed_events or self.has_presence_changed)

    def subscribe(self) -> None:
        """Begin to receive what other nodes say about the table."""
        if not self.is_subscribed and not self.bus.is_alone:
            self.is_subscribed = True
            self.bus.subscribe(self.code)

    def unsubscribe(self) -> None:
        """Receive no more of it."""
        if self.is_subscribed:
            self.is_subscribed = False
            self._is_answered.clear()
            self.bus.unsubscribe(self.code)

    def announce(self, presence: Presence, state: LogState | None, *, asks: bool = False) -> None:
        """Say who is connected to this node; `asks` makes the others do the same."""
        if self.is_subscribed:
            number = 0 if state is None else state.number
            devices, left = presence.devices(), presence.left(state)
            self.bus.publish(self.code, peer_messages.here(number, devices, left, asks=asks))

    def forward_reaction(self, seat: int, reaction: Reaction) -> None:
        """Pass a reaction on to the clients of other nodes."""
        if self.is_subscribed:
            self.bus.publish(self.code, peer_messages.reaction(seat, reaction))

    def confirm_subscription(self) -> None:
        """Note that answers of other nodes will be received from now on."""
        self._asked_at = asyncio.get_running_loop().time()
        self._is_answered.set()

    async def wait_for_answers(self) -> None:
        """Wait until it is known who is connected elsewhere, if that can be known."""
        if not self.is_subscribed or self.bus.trouble:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_answered.wait(), SUBSCRIBE_SECONDS)
            since = asyncio.get_running_loop().time() - self._asked_at
            await asyncio.sleep(max(0, ANSWER_SECONDS - since))
