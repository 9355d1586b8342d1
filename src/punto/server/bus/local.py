"""The bus of nodes in one process: one server that is alone, or several in a test."""

import asyncio
import secrets
from collections.abc import Callable

from punto.server.bus.bus import Listener


class Exchange:
    """Where the buses of one process find each other."""

    def __init__(self) -> None:
        self.members: set[LocalBus] = set()


class LocalBus:
    """Delivers messages in the next iteration of the event loop."""

    trouble = ""

    def __init__(self, exchange: Exchange | None = None) -> None:
        self.node = secrets.token_hex(6)
        self.exchange = exchange
        self.channels: set[str] = set()
        self.listener: Listener | None = None

    @property
    def is_alone(self) -> bool:
        """Whether no other node can ever hear this one."""
        return self.exchange is None

    async def open(self, listener: Listener) -> None:
        """Start."""
        self.listener = listener
        if self.exchange is not None:
            self.exchange.members.add(self)

    async def close(self) -> None:
        """Stop, after what was published is delivered."""
        if self.exchange is not None:
            await asyncio.sleep(0)
            self.exchange.members.discard(self)
        self.listener = None

    def publish(self, channel: str, text: str) -> None:
        """Publish a text to all other nodes that listen."""
        if self.exchange is not None:
            for member in self.exchange.members - {self}:
                call_soon(member.deliver, channel, self.node, text)

    def deliver(self, channel: str, node: str, text: str) -> None:
        """Take a message of another node."""
        if channel in self.channels and self.listener is not None:
            self.listener.on_message(channel, node, text)

    def subscribe(self, channel: str) -> None:
        """Subscribe."""
        if self.exchange is not None:
            self.channels.add(channel)
            call_soon(self._confirm, channel)

    def _confirm(self, channel: str) -> None:
        if channel in self.channels and self.listener is not None:
            self.listener.on_subscribed(channel)

    def unsubscribe(self, channel: str) -> None:
        """Unsubscribe."""
        self.channels.discard(channel)


def call_soon(function: Callable[..., None], *values: str) -> None:
    """Call a function in the next iteration of the event loop."""
    asyncio.get_running_loop().call_soon(function, *values)
