"""Connection limits: how many connections there may be in all, and from one address."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from punto.server.config.settings import Config
from punto.server.transport.addresses import Trusted, visitor_of

SPARE_FILES = 128
"""Open files besides connections: the database, logs, the listening socket."""

MOST_REFUSED = SPARE_FILES // 2
"""How many refused connections may be open at a time to get an answer: they use spare files."""

PROXY = ""
"""Stands for a trusted proxy, which has no limit of its own: its visitors have."""


class Connection(Protocol):
    """A connection, as far as limits are concerned."""

    def hang_up(self) -> None:
        """Close it at once."""


@dataclass
class ConnectionLimits:
    """Counts connections; where there is no room, idle ones are closed for new ones.

    A connection is known by its transport, which stays the same when it becomes a WebSocket.
    """

    total: int
    per_address: int
    trusted: Trusted
    visitors: dict[object, str] = field(default_factory=dict)
    """The address that each connection is counted for."""
    counts: Counter[str] = field(default_factory=Counter)
    refused: set[object] = field(default_factory=set)
    """Refused connections that are still being sent their answer."""
    idle: dict[object, Connection] = field(default_factory=dict)
    """Connections with no request under way, the longest idle first."""
    idle_of: dict[str, dict[object, Connection]] = field(default_factory=dict)
    """The same, by address."""

    @classmethod
    def of(cls, config: Config, open_files: int) -> "ConnectionLimits":
        """Make limits for these settings, and for so many open files at most."""
        total = max(1, min(config.connections, open_files - SPARE_FILES))
        return cls(total, config.connections_per_address, Trusted(config.trusted_proxies))

    def admit(self, transport: object, address: str, connection: Connection) -> int:
        """Count a new connection, or give the HTTP status that says why not."""
        visitor = PROXY if address in self.trusted else visitor_of(address)
        if not self._has_room(visitor):
            return 429
        if len(self.visitors) >= self.total and not self._close_an_idle_one(self.idle):
            return 503
        self.visitors[transport] = visitor
        self.counts[visitor] += 1
        self.mark_idle(transport, connection)
        return 0

    def may_be_told(self, transport: object) -> bool:
        """Tell whether a connection that is not admitted gets an answer, and is not just cut."""
        if len(self.refused) >= MOST_REFUSED:
            return False
        self.refused.add(transport)
        return True

    def attribute(self, transport: object, address: str) -> bool:
        """Count a proxy's connection for the address that the proxy speaks for, if there is room.

        It stays counted there for one request, or as long as a WebSocket is open.
        """
        visitor = visitor_of(address) if address else PROXY
        before = self.visitors.get(transport)
        if before is None or before == visitor:
            return before is not None
        if not self._has_room(visitor):
            return False
        self.mark_busy(transport)
        self._discount(before)
        self.visitors[transport] = visitor
        self.counts[visitor] += 1
        return True

    def mark_idle(self, transport: object, connection: Connection) -> None:
        """Note that no request is under way: it may be closed for a new connection."""
        visitor = self.visitors.get(transport)
        if visitor is not None:
            self.idle[transport] = connection
            self.idle_of.setdefault(visitor, {})[transport] = connection

    def mark_busy(self, transport: object) -> None:
        """Note that a request is under way."""
        self.idle.pop(transport, None)
        visitor = self.visitors.get(transport)
        if visitor in self.idle_of:
            self.idle_of[visitor].pop(transport, None)
            if not self.idle_of[visitor]:
                del self.idle_of[visitor]

    def release_in(self, transport: object, seconds: float) -> None:
        """Note that a connection is closed, but keep its place for so long."""
        if seconds > 0:
            self.mark_busy(transport)
            asyncio.get_running_loop().call_later(seconds, self.release, transport)
        else:
            self.release(transport)

    def release(self, transport: object) -> None:
        """Note that a connection is closed."""
        self.refused.discard(transport)
        self.mark_busy(transport)
        visitor = self.visitors.pop(transport, None)
        if visitor is not None:
            self._discount(visitor)

    def _discount(self, visitor: str) -> None:
        self.counts[visitor] -= 1
        if not self.counts[visitor]:
            del self.counts[visitor]

    def _has_room(self, visitor: str) -> bool:
        if visitor == PROXY or self.counts[visitor] < self.per_address:
            return True
        return self._close_an_idle_one(self.idle_of.get(visitor, {}))

    def _close_an_idle_one(self, idle: dict[object, Connection]) -> bool:
        """Close the connection that has been idle longest; tell whether there was one.

        Honest clients send requests at once, so thousands of idle connections only displace
        each other.
        """
        if not idle:
            return False
        transport, connection = next(iter(idle.items()))
        self.release(transport)
        connection.hang_up()
        return True
