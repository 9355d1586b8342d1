"""Budgets and deadlines: how much a peer may send, and how long it may take.

The budget of a WebSocket is a token bucket for frames and one for bytes.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from punto.server.config.settings import Config
from punto.server.transport.responses import RefusalError

CONTROL_FRAMES_PER_SECOND = 20
CONTROL_FRAMES_BURST = 200
"""Allowance for pings, pongs and fragments on top of messages; browsers send few of them."""

MAX_FRAME_HEADER_BYTES = 14
"""The longest possible header of a frame."""

READ_COST_BYTES = 256
"""Charged for every read on top of its bytes: a request sent byte by byte costs the most time."""


class RequestBudget:
    """The byte budget of one request: head, body, chunk headers and trailer together."""

    __slots__ = ("bytes_left",)

    def __init__(self, max_bytes: int) -> None:
        self.bytes_left = max_bytes

    def charge(self, size: int) -> None:
        """Charge for what is parsed next; raises RefusalError."""
        self.bytes_left -= size
        if self.bytes_left < 0:
            raise RefusalError(413)


class BudgetError(Exception):
    """The peer sent more than its budget allows."""


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """The rate limits of a WebSocket: refill rates and bursts."""

    frames_per_second: float
    frames_burst: float
    bytes_per_second: float
    bytes_burst: float
    min_read_bytes: int = 0
    """The least that a read is charged: a message in tiny pieces costs a turn for each of them."""

    @classmethod
    def of(cls, config: Config, longest_message_bytes: int) -> "FrameLimits":
        """Allow all messages that the settings allow, and as many again to be refused politely.

        The application refuses messages above its own rate limit, and disconnects after many.
        Whatever exceeds twice that rate is not even parsed.
        """
        rate = 2 * config.messages_per_second + CONTROL_FRAMES_PER_SECOND
        burst = 2 * config.messages_burst + CONTROL_FRAMES_BURST
        frame_bytes = config.message_bytes + MAX_FRAME_HEADER_BYTES
        # A message that is too long is refused with an answer, so a few of them must fit.
        bytes_burst = burst * frame_bytes + 4 * longest_message_bytes
        return cls(rate, burst, rate * frame_bytes, bytes_burst, frame_bytes)


class FrameBudget:
    """One connection's token buckets; the clock is read only when they run out."""

    __slots__ = ("bytes_left", "filled_at", "frames_left", "limits", "min_read_bytes")

    def __init__(self, limits: FrameLimits) -> None:
        self.limits, self.min_read_bytes = limits, limits.min_read_bytes
        self.filled_at = monotonic()
        self.frames_left, self.bytes_left = limits.frames_burst, limits.bytes_burst

    def charge_frame(self) -> None:
        """Charge for one frame of any kind; raises BudgetError."""
        self.frames_left -= 1
        if self.frames_left < 0:
            self._refill()

    def charge_bytes(self, size: int) -> None:
        """Charge for one read from the socket; raises BudgetError."""
        self.bytes_left -= max(size, self.min_read_bytes)
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
    """The running timers of one connection, by name; most of them abort it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self.loop, self.transport = loop, transport
        self.running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float, then: Callable[[], None] | None = None) -> None:
        """Abort the connection after so many seconds, or call `then` instead.

        A deadline that is already running is not changed.
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
