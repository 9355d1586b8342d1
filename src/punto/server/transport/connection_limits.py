"""Connection limits: how many connections may be open in total, and from one address."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from punto.server.config.settings import Config
from punto.server.transport.addresses import TrustedProxies, limit_key

SPARE_FILES = 128
"""File descriptors kept for other things: the database, logs, the listening socket."""

MAX_OPEN_REFUSALS = SPARE_FILES // 2
"""How many refused connections may be open while they get their response; they use spare files."""

PROXY = ""
"""The key of trusted proxies. They have no limit of their own; their clients have."""


class Connection(Protocol):
    """What the limits need of a connection."""

    def abort(self) -> None:
        """Close it immediately."""


@dataclass
class ConnectionLimits:
    """Counts connections. When a limit is reached, idle ones are closed in favour of new ones.

    The key of a connection is its transport, which stays the same when it becomes a WebSocket.
    """

    total: int
    per_address: int
    trusted: TrustedProxies
    keys: dict[object, str] = field(default_factory=dict)
    """The limit key (address or network) that each connection is counted under."""
    counts: Counter[str] = field(default_factory=Counter)
    refused: set[object] = field(default_factory=set)
    """Refused connections that are still being sent their response."""
    idle: dict[object, Connection] = field(default_factory=dict)
    """Connections without a request in progress, the longest idle first."""
    idle_of: dict[str, dict[object, Connection]] = field(default_factory=dict)
    """The same, by limit key."""

    @classmethod
    def of(cls, config: Config, open_files: int) -> "ConnectionLimits":
        """Make limits from the settings; `open_files` is what the system allows."""
        total = max(1, min(config.connections, open_files - SPARE_FILES))
        return cls(total, config.connections_per_address, TrustedProxies(config.trusted_proxies))

    def admit(self, transport: object, address: str, connection: Connection) -> int:
        """Count a new connection and return 0, or return the HTTP status of the refusal."""
        key = PROXY if address in self.trusted else limit_key(address)
        if not self._has_room(key):
            return 429
        if len(self.keys) >= self.total and not self._close_idle(self.idle):
            return 503
        self.keys[transport] = key
        self.counts[key] += 1
        self.mark_idle(transport, connection)
        return 0

    def reserve_refusal(self, transport: object) -> bool:
        """Whether a refused connection may stay open for its response; if so, note that it does."""
        if len(self.refused) >= MAX_OPEN_REFUSALS:
            return False
        self.refused.add(transport)
        return True

    def attribute(self, transport: object, address: str) -> bool:
        """Count a proxy's connection for the client behind it; return whether there is room.

        It stays so for one request, or as long as the WebSocket is open.
        """
        key = limit_key(address) if address else PROXY
        before = self.keys.get(transport)
        if before is None or before == key:
            return before is not None
        if not self._has_room(key):
            return False
        self.mark_busy(transport)
        self._discount(before)
        self.keys[transport] = key
        self.counts[key] += 1
        return True

    def mark_idle(self, transport: object, connection: Connection) -> None:
        """Note that no request is in progress: the connection may be closed for a new one."""
        key = self.keys.get(transport)
        if key is not None:
            self.idle[transport] = connection
            self.idle_of.setdefault(key, {})[transport] = connection

    def mark_busy(self, transport: object) -> None:
        """Note that a request is in progress."""
        self.idle.pop(transport, None)
        key = self.keys.get(transport)
        if key in self.idle_of:
            self.idle_of[key].pop(transport, None)
            if not self.idle_of[key]:
                del self.idle_of[key]

    def release_in(self, transport: object, seconds: float) -> None:
        """Note that a connection is closed, but keep counting it for so many seconds."""
        if seconds > 0:
            self.mark_busy(transport)
            asyncio.get_running_loop().call_later(seconds, self.release, transport)
        else:
            self.release(transport)

    def release(self, transport: object) -> None:
        """Note that a connection is closed."""
        self.refused.discard(transport)
        self.mark_busy(transport)
        key = self.keys.pop(transport, None)
        if key is not None:
            self._discount(key)

    def _discount(self, key: str) -> None:
        self.counts[key] -= 1
        if not self.counts[key]:
            del self.counts[key]

    def _has_room(self, key: str) -> bool:
        if key == PROXY or self.counts[key] < self.per_address:
            return True
        return self._close_idle(self.idle_of.get(key, {}))

    def _close_idle(self, idle: dict[object, Connection]) -> bool:
        """Close the connection that has been idle longest; return whether there was one.

        Honest clients send their request immediately, so a flood of idle connections only
        displaces itself.
        """
        if not idle:
            return False
        transport, connection = next(iter(idle.items()))
        self.release(transport)
        connection.abort()
        return True
