"""A server whose wall clock is wrong, whenever it is started."""

from .clock import Clock
from .server_process import ServerProcess

HOUR = 3600
DAY = 24 * HOUR


class WrongClock:
    """The wall clock of one server, in seconds from the right time."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.clock: Clock | None = None

    def set(self, seconds: float) -> None:
        """Let the clock jump."""
        self.seconds = seconds
        if self.clock is not None:
            self.clock.offset_seconds = seconds

    def start(self, running: ServerProcess) -> None:
        """Start a server by this clock."""
        if self.clock is None:
            self.clock = Clock(running)
        self.set(self.seconds)
        running.start()
