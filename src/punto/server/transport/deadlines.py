"""Timers of a connection, each with its name; most of them abort it."""

import asyncio
from collections.abc import Callable


class Deadlines:
    """The running deadlines of one connection."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self.loop, self.transport = loop, transport
        self.running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float, then: Callable[[], None] | None = None) -> None:
        """Abort the connection, or do something else, in so many seconds.

        A deadline that runs already stays as it is.
        """
        if name not in self.running:
            self.running[name] = self.loop.call_later(seconds, then or self.transport.abort)

    def stop(self, name: str) -> None:
        """Cancel one deadline."""
        if timer := self.running.pop(name, None):
            timer.cancel()

    def stop_all(self) -> None:
        """Cancel all of them."""
        for name in list(self.running):
            self.stop(name)
