"""What all connections of a server share."""

from dataclasses import dataclass, field

from punto.server.addresses import Trusted
from punto.server.config import Config
from punto.server.transport.budget import FrameLimits
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.turns import TurnQueue

HEAD_BYTES = 32_768
"""The longest head of a request, and the longest trailer."""

HEAD_LINES = 128
"""The most lines in it: every one costs time to parse."""

RECORD_BYTES = 64 * 1024
"""The longest record that may be posted: nine rounds won by each of four players take half of that.
`body_bytes` limits all other bodies."""

MESSAGE_BYTES = 65_536
"""The longest WebSocket message that is read at all; `message_bytes` says which are taken."""

STUCK_SECONDS = 10.0
"""How long a peer may leave what it was sent unread."""

FAREWELL_SECONDS = 1.0
"""How long a peer has to read the last answer before the connection is aborted."""

KEEP_ALIVE_SECONDS = 5.0
"""How long a connection may be idle between two requests."""

PENALTY_SECONDS = 1.0
"""How long a connection waits after a 429 before its next request is read."""


@dataclass(frozen=True)
class TransportSettings:
    """Limits, proxies and timeouts."""

    limits: ConnectionLimits
    trusted: Trusted
    request_seconds: float
    """How long a whole request may take to arrive."""
    request_bytes: int
    """Head, body, chunk headers and trailer together."""
    frames: FrameLimits
    turns: TurnQueue = field(default_factory=TurnQueue)

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
