"""Deadlines after which a connection is aborted, each with its name."""

import asyncio


class Deadlines:
    """The running deadlines of one connection."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self.loop, self.transport = loop, transport
        self.running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float) -> None:
        """Abort the connection in so many seconds; a deadline that runs already stays as it is."""
        if name not in self.running:
            self.running[name] = self.loop.call_later(seconds, self.transport.abort)

    def stop(self, name: str) -> None:
        """Cancel one deadline."""
        if timer := self.running.pop(name, None):
            timer.cancel()

    def stop_all(self) -> None:
        """Cancel all of them."""
        for name in list(self.running):
            self.stop(name)
