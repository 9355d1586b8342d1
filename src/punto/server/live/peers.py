"""What is said of one table between nodes."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from punto.server.live import client_messages, peer_messages
from punto.server.live.journal import Journal
from punto.server.live.presence import Presence
from punto.server.live.services import Services
from punto.server.store.model import EventRow
from punto.server.wire.words import Reaction

ANSWERING = 0.25
"""Seconds in which other nodes answer who is connected to them."""

TUNING = 1.0
"""Seconds to wait for the bus before that."""


class Peers:
    """The line of a table in use to the same table on other nodes."""

    def __init__(
        self,
        services: Services,
        journal: Journal,
        presence: Presence,
        tell: Callable[[str], None],
        wake: Callable[[], None],
    ) -> None:
        self.bus, self.now = services.bus, services.now
        self.journal, self.presence = journal, presence
        self.tell, self.wake = tell, wake
        self.entries: list[list[EventRow]] = []
        """What was heard, and not looked at yet."""
        self.must_look = self.has_moved = False
        """Whether the log has to be read, and whether people came or went."""
        self.is_listening = False
        self.tuned = asyncio.Event()
        self.asked_at = 0.0

    @property
    def has_news(self) -> bool:
        """Whether there is something to look at."""
        return bool(self.entries or self.must_look or self.has_moved)

    def listen(self) -> None:
        """Begin to hear of the table."""
        if not self.is_listening and not self.bus.is_alone:
            self.is_listening = True
            self.bus.listen(self.journal.code)

    def ignore(self) -> None:
        """Hear no more of it."""
        if self.is_listening:
            self.is_listening = False
            self.tuned.clear()
            self.presence.elsewhere.clear()
            self.bus.ignore(self.journal.code)

    def announce(self, *, asks: bool = False) -> None:
        """Say who is connected to this node."""
        if self.is_listening:
            devices, left = self.presence.devices(), self.presence.left(self.journal.table)
            text = peer_messages.here(self.journal.told, devices, left, asks=asks)
            self.bus.say(self.journal.code, text)

    def react(self, seat: int, word: Reaction) -> None:
        """Say what somebody said."""
        if self.is_listening:
            self.bus.say(self.journal.code, peer_messages.reaction(seat, word))

    async def settle(self) -> None:
        """Wait until it is known who is connected elsewhere, if that can be known."""
        if not self.is_listening or self.bus.trouble:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self.tuned.wait(), TUNING)
            since = asyncio.get_running_loop().time() - self.asked_at
            await asyncio.sleep(max(0, ANSWERING - since))

    # What is heard

    def begin(self) -> None:
        """Ask who is there, now that the answers will be heard."""
        if self.is_listening:
            self.asked_at = asyncio.get_running_loop().time()
            self.tuned.set()
            self.announce(asks=True)

    def look(self) -> None:
        """Read the log: there is something that was not heard."""
        self.must_look = True
        self.wake()

    def hear(self, node: str, message: Mapping[str, Any]) -> None:
        """Take what another node says."""
        kind = message["kind"]
        if kind == "events":
            self.entries.append([EventRow(*entry) for entry in message["entries"]])
        elif kind == "here":
            self.presence.learn(node, message["devices"], message["left"])
            self.has_moved = True
            self.must_look = self.must_look or message["number"] > self.journal.told
            if message["asks"]:
                self.announce()
        elif kind == "reaction":
            self.tell(client_messages.reaction(message["seat"], message["reaction"]))
        elif message is peer_messages.UNREADABLE:
            self.must_look = True
        if self.has_news:
            self.wake()

    def lose(self, node: str) -> None:
        """Note that a node is gone."""
        if self.presence.lose(node, self.now(), self.journal.table):
            self.has_moved = True
            self.wake()

    def follow(self) -> bool:
        """Go on with what was heard; tell whether that was enough."""
        for entries in self.entries:
            if not self.journal.follow(entries):
                self.must_look = True
                break
        self.entries.clear()
        return not self.must_look
