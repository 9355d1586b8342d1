"""How much a peer may send, and how long it may take."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from punto.server.config.settings import Config
from punto.server.transport.responses import RefusalError

CONTROL_FRAMES_PER_SECOND = 20
CONTROL_FRAMES_BURST = 200
"""Pings, pongs and fragments on top of messages; browsers send a pong every few seconds."""

HEADER_BYTES = 14
"""The longest header of a frame."""

READ_BYTES = 256
"""What every read of a request is charged beside its bytes: a byte at a time costs most."""


class RequestBudget:
    """The bytes of one request: head, body, chunk headers and trailer together."""

    __slots__ = ("bytes_left",)

    def __init__(self, most_bytes: int) -> None:
        self.bytes_left = most_bytes

    def charge(self, size: int) -> None:
        """Pay for what is parsed next; raises RefusalError."""
        self.bytes_left -= size
        if self.bytes_left < 0:
            raise RefusalError(413)


class BudgetError(Exception):
    """The peer sent more than its budget."""


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """What refills a budget, and how much may come at once."""

    frames_per_second: float
    frames_burst: float
    bytes_per_second: float
    bytes_burst: float
    read_bytes: int = 0
    """What a read of fewer bytes is charged: messages in tiny pieces cost as many turns."""

    @classmethod
    def of(cls, config: Config, longest_message_bytes: int) -> "FrameLimits":
        """Leave room for all messages that the settings allow, and for those that are refused.

        The application answers messages above its own rate with a refusal, and ends the
        conversation after many; what is beyond twice that rate is not even parsed.
        """
        rate = 2 * config.messages_per_second + CONTROL_FRAMES_PER_SECOND
        burst = 2 * config.messages_burst + CONTROL_FRAMES_BURST
        frame_bytes = config.message_bytes + HEADER_BYTES
        # A message that is too long to be taken is still answered, so it must fit once or twice.
        bytes_burst = burst * frame_bytes + 4 * longest_message_bytes
        return cls(rate, burst, rate * frame_bytes, bytes_burst, frame_bytes)


class FrameBudget:
    """One connection's budget; it looks at the clock only when it runs out."""

    __slots__ = ("bytes_left", "filled_at", "frames_left", "limits", "read_bytes")

    def __init__(self, limits: FrameLimits) -> None:
        self.limits, self.read_bytes = limits, limits.read_bytes
        self.filled_at = monotonic()
        self.frames_left, self.bytes_left = limits.frames_burst, limits.bytes_burst

    def charge_frame(self) -> None:
        """Pay for one frame of any kind."""
        self.frames_left -= 1
        if self.frames_left < 0:
            self._refill()

    def charge_bytes(self, size: int) -> None:
        """Pay for what was read from the socket at once."""
        self.bytes_left -= max(size, self.read_bytes)
        if self.bytes_left < 0:
            self._refill()

    def _refill(self) -> None:
        limits, now = self.limits, monotonic()
        seconds, self.filled_at = now - self.filled_at, now
        self.frames_left = min(
            limits.frames_burst, self.frames_left + seconds * limits.frames_per_second
        )
        self.bytes_left = min(
            limits.bytes_burst, self.bytes_left + seconds * limits.bytes_per_second
        )
        if self.frames_left < 0 or self.bytes_left < 0:
            raise BudgetError


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
