"""Limits and timeouts of connections, and what all connections of a server share."""

from dataclasses import dataclass, field

from punto.server.config.settings import Config
from punto.server.transport.addresses import TrustedProxies
from punto.server.transport.budget import FrameLimits
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.frames import TextFrameCache
from punto.server.transport.turns import MessageTurns, RequestTurns

MAX_HEAD_BYTES = 32_768
"""The longest head of a request, or trailer."""

MAX_HEAD_LINES = 128
"""The most lines in a head: each costs time to parse."""

MAX_HEAD_COMMAS = 500
"""The most commas in a head: h11 splits lists, and each part costs time."""

MAX_TARGET_BYTES = 2_048
"""The longest path, with its query."""

MAX_COOKIE_BYTES = 8_192
"""The longest cookies of one request; other programs on the same host may set some, too."""

MAX_RECORD_BYTES = 64 * 1024
"""The longest record that may be posted; a match in which each of four players wins nine rounds
takes half of that. `body_bytes` limits all other bodies."""

MAX_MESSAGE_BYTES = 65_536
"""The longest WebSocket message that is read at all; above `message_bytes` it is refused."""

WRITE_TIMEOUT_SECONDS = 10.0
"""How long a peer may leave data unread before the connection is aborted."""

CLOSE_TIMEOUT_SECONDS = 1.0
"""How long a peer has to read the last response before the connection is aborted."""

MAX_DISCARDED_BYTES = 262_144
"""How much is read and discarded while closing; unread bytes would make the system drop the
response."""

SHUTDOWN_SECONDS = 1.5
"""How long requests in progress may take when the server stops; uvicorn itself waits for 2 s."""

KEEP_ALIVE_SECONDS = 5.0
"""How long a connection may be idle between two requests."""

PENALTY_SECONDS = 1.0
"""How long the next request is not read after a 429.

Reconnecting does not help: the closed connection still counts for its address that long.
"""


@dataclass
class TransportSettings:
    """Limits, trusted proxies, timeouts and queues, shared by all connections."""

    limits: ConnectionLimits
    trusted: TrustedProxies
    request_seconds: float
    """How long a request may take to arrive completely."""
    request_bytes: int
    """Head, body, chunk headers and trailer together."""
    frame_limits: FrameLimits
    message_turns: MessageTurns = field(default_factory=MessageTurns)
    """WebSocket messages that wait for the application."""
    request_turns: RequestTurns = field(default_factory=RequestTurns)
    """Requests and handshakes that wait for the application."""
    text_frames: TextFrameCache = field(default_factory=TextFrameCache)
    """The frame of the text that was sent last, to any connection."""
    is_stopping: bool = False
    """Whether the server is stopping: new connections are aborted."""

    @classmethod
    def of(cls, config: Config, limits: ConnectionLimits) -> "TransportSettings":
        """Take them from the configuration."""
        return cls(
            limits,
            TrustedProxies(config.trusted_proxies),
            config.waiting_seconds,
            MAX_HEAD_BYTES + 2 * max(config.body_bytes, MAX_RECORD_BYTES),
            FrameLimits.of(config, MAX_MESSAGE_BYTES),
        )
