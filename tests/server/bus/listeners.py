"""Nodes on a bus that record what they hear."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from punto.server.bus.bus import Bus

TIMEOUT_SECONDS = 60.0
"""How long to wait for anything; machines may be slow."""

Connect = Callable[[], Bus]
"""Makes one more node on the same bus."""


class Listener:
    """A node that records what it hears."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.texts: list[tuple[str, str, str]] = []
        self.channels: list[str] = []

    def on_message(self, channel: str, node: str, text: str) -> None:
        self.texts.append((channel, node, text))

    def on_subscribed(self, channel: str) -> None:
        self.channels.append(channel)

    def on(self, channel: str) -> list[str]:
        """List the texts on a channel."""
        return [text for where, _, text in self.texts if where == channel]

    async def listen(self, *channels: str) -> None:
        """Subscribe, and wait for the confirmation."""
        before = len(self.channels)
        for channel in channels:
            self.bus.subscribe(channel)
        await until(lambda: set(channels) <= set(self.channels[before:]))


@asynccontextmanager
async def listeners(connect: Connect, count: int = 2) -> AsyncIterator[list[Listener]]:
    """Open so many nodes for the duration of the block."""
    async with AsyncExitStack() as stack:
        nodes = [Listener(connect()) for _ in range(count)]
        for node in nodes:
            await node.bus.open(node)
            stack.push_async_callback(node.bus.close)
        yield nodes


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)
