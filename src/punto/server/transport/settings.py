"""What all connections of a server share."""

from dataclasses import dataclass, field

from punto.server.config.settings import Config
from punto.server.transport.addresses import Trusted
from punto.server.transport.budget import FrameLimits
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.frames import TextFrameCache
from punto.server.transport.turns import RequestTurns, TurnQueue

HEAD_BYTES = 32_768
"""The longest head of a request, and the longest trailer."""

HEAD_LINES = 128
"""The most lines in it: every one costs time to parse."""

HEAD_COMMAS = 500
"""The most commas in it: h11 splits lists, and every part costs time."""

TARGET_BYTES = 2_048
"""The longest path with its query."""

COOKIE_BYTES = 8_192
"""The most cookies of one request: those of other programs at the same host come along."""

RECORD_BYTES = 64 * 1024
"""The longest record that may be posted: nine rounds won by each of four players take half of that.
`body_bytes` limits all other bodies."""

MESSAGE_BYTES = 65_536
"""The longest WebSocket message that is read at all; `message_bytes` says which are taken."""

STUCK_SECONDS = 10.0
"""How long a peer may leave what it was sent unread."""

FAREWELL_SECONDS = 1.0
"""How long a peer has to read the last answer before the connection is aborted."""

FAREWELL_BYTES = 262_144
"""How much of what it still sends is read and thrown away: an answer is lost with unread bytes."""

STOP_SECONDS = 1.5
"""How long requests under way have to end when the server stops; uvicorn itself waits for 2."""

KEEP_ALIVE_SECONDS = 5.0
"""How long a connection may be idle between two requests."""

PENALTY_SECONDS = 1.0
"""How long a connection waits after a 429 before its next request is read.

Closing it does not help: it keeps its place among the connections of its address for so long.
"""


@dataclass
class TransportSettings:
    """Limits, proxies, timeouts and queues."""

    limits: ConnectionLimits
    trusted: Trusted
    request_seconds: float
    """How long a whole request may take to arrive."""
    request_bytes: int
    """Head, body, chunk headers and trailer together."""
    frames: FrameLimits
    turns: TurnQueue = field(default_factory=TurnQueue)
    """Messages of WebSockets that wait for the application."""
    requests: RequestTurns = field(default_factory=RequestTurns)
    """Requests and handshakes that wait for it."""
    text_frames: TextFrameCache = field(default_factory=TextFrameCache)
    """The frame of the text that was sent last, to any connection."""
    is_stopping: bool = False
    """Whether connections are closed, and those that still come are not served."""

    @classmethod
    def of(cls, config: Config, limits: ConnectionLimits) -> "TransportSettings":
        """Take them from the settings of the server."""
        return cls(
            limits,
            Trusted(config.trusted_proxies),
            config.waiting_seconds,
            HEAD_BYTES + 2 * max(config.body_bytes, RECORD_BYTES),
            FrameLimits.of(config, MESSAGE_BYTES),
        )
