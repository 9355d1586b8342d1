"""The bus of nodes in one process: one server that is alone, or several in a test."""

import asyncio
import secrets

from punto.server.bus.bus import Ear


class Exchange:
    """Where those who are connected find each other."""

    def __init__(self) -> None:
        self.members: set[LocalBus] = set()


class LocalBus:
    """Hands texts over at the next turn of the event loop."""

    trouble = ""

    def __init__(self, exchange: Exchange | None = None) -> None:
        self.node = secrets.token_hex(6)
        self.exchange = exchange
        self.channels: set[str] = set()
        self.ear: Ear | None = None

    @property
    def is_alone(self) -> bool:
        """Whether nobody else can ever hear it."""
        return self.exchange is None

    async def open(self, ear: Ear) -> None:
        """Begin."""
        self.ear = ear
        if self.exchange is not None:
            self.exchange.members.add(self)

    async def close(self) -> None:
        """End."""
        if self.exchange is not None:
            await asyncio.sleep(0)
            self.exchange.members.discard(self)
        self.ear = None

    def say(self, channel: str, text: str) -> None:
        """Send a text to all others that listen."""
        if self.exchange is not None:
            for member in self.exchange.members - {self}:
                soon(member.hear, channel, self.node, text)

    def hear(self, channel: str, node: str, text: str) -> None:
        """Take a text from another node."""
        if channel in self.channels and self.ear is not None:
            self.ear.heard(channel, node, text)

    def listen(self, channel: str) -> None:
        """Begin to hear."""
        if self.exchange is not None:
            self.channels.add(channel)
            soon(self._tuned, channel)

    def _tuned(self, channel: str) -> None:
        if channel in self.channels and self.ear is not None:
            self.ear.tuned(channel)

    def ignore(self, channel: str) -> None:
        """Hear no more."""
        self.channels.discard(channel)


def soon(what: object, *values: str) -> None:
    """Call something when those have finished who run now."""
    asyncio.get_running_loop().call_soon(what, *values)  # type: ignore[arg-type]
