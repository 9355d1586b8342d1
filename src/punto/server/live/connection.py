"""A client's socket, as a table sees it: something to send to that never makes anybody wait."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from punto.rules.errors import PuntoError
from punto.server.live import texts
from punto.server.metrics import Metrics

Send = Callable[[str], Awaitable[None]]


class Delivery:
    """Measures how long it takes until the last client has what somebody did."""

    __slots__ = ("metrics", "received", "waiting")

    def __init__(self, metrics: Metrics, received: float, clients: int) -> None:
        self.metrics, self.received, self.waiting = metrics, received, clients

    def arrived(self) -> None:
        """Note that one client has it."""
        self.waiting -= 1
        if self.waiting == 0:
            self.metrics.delivery.observe(time.perf_counter() - self.received)


class Connection:
    """Sends texts in order, from a box of limited size; who reads too slowly is cut off."""

    def __init__(self, device: str, limit: int) -> None:
        self.device, self.limit = device, limit
        self.box: deque[tuple[str, Delivery | None]] = deque()
        self.size = 0
        self.filled = asyncio.Event()
        self.is_cut = False
        self.cut: Callable[[], object] = lambda: None
        """Ends the sending at once."""
        self.farewell: str | None = None
        """The code of the last message, after which nothing is sent."""

    def put(self, text: str, delivery: Delivery | None = None) -> None:
        """Let a text be sent as soon as those before it are."""
        if self.farewell is not None or self.is_cut:
            return
        self.box.append((text, delivery))
        self.size += len(text)
        if self.size > self.limit:
            self.is_cut = True
            self.cut()
        self.filled.set()

    def finish(self, error: PuntoError, *, reconnect: bool) -> None:
        """Send a farewell after all that waits, and nothing after it."""
        if self.farewell is None:
            self.put(texts.bye(error, reconnect=reconnect))
            self.farewell = error.code
            self.filled.set()

    async def deliver(self, send: Send) -> None:
        """Send what comes into the box, until the farewell has gone."""
        while True:
            while self.box:
                text, delivery = self.box.popleft()
                self.size -= len(text)
                await send(text)
                if delivery is not None:
                    delivery.arrived()
            if self.farewell is not None:
                return
            self.filled.clear()
            await self.filled.wait()
