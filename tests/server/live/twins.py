"""Two nodes without a network: one file, one clock, and a bus that can lose, delay and repeat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from punto.server.bus.local import Exchange, LocalBus
from punto.server.live.due_worker import run_due_worker
from punto.server.store.store import Store

from ..client import person
from .room import Room, Visitor


class ShakyBus(LocalBus):
    """Treats what it should send as a test wants it."""

    copies = 1
    """How often a text is sent: not at all, once, or more often."""

    delay = 0.0
    """Seconds until it goes."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__(exchange)
        self.said: list[tuple[str, str]] = []

    def publish(self, channel: str, text: str) -> None:
        self.said.append((channel, text))
        for _ in range(self.copies):
            asyncio.get_running_loop().call_later(self.delay, super().publish, channel, text)


class Node(Room):
    """One of both."""

    bus: ShakyBus

    def forge(self, code: str, text: str) -> None:
        """Say something that no node would say."""
        LocalBus.publish(self.bus, code, text)


@asynccontextmanager
async def twins(folder: Path, *, attending: bool = True) -> AsyncIterator[tuple[Node, Node]]:
    """Have two nodes, with somebody on each who attends to what is due."""
    exchange = Exchange()
    async with AsyncExitStack() as stack:
        nodes = []
        for _ in range(2):
            store = await stack.enter_async_context(Store(folder / "punto.sqlite"))
            node = Node(store, ShakyBus(exchange))
            stack.callback(node.bot_pool.close)
            await node.bus.open(node.hub)
            stack.push_async_callback(node.bus.close)
            nodes.append(node)
        tasks = [asyncio.create_task(run_due_worker(node.hub)) for node in nodes if attending]
        try:
            yield nodes[0], nodes[1]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def two(here: Node, there: Node, **settings: object) -> tuple[Visitor, Visitor]:
    """Let Ada, who begins, play on one node, and Ben on the other."""
    code = await here.open(person("Ada"), start=1, **settings)
    ada, ben = here.visitor(code, "ada"), there.visitor(code, "ben")
    await ada.come()
    await ben.come()
    await ben.do("sit", seat=2, name="Ben")
    assert ada.table is not None
    await here.until(lambda: ada.table and ada.table.last_event == 3)
    await pause()
    ada.heard()
    ben.heard()
    return ada, ben


async def pause() -> None:
    """Let everything happen that happens at once."""
    await asyncio.sleep(0.1)
