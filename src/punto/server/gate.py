"""Who may connect: so many in all, so many from one address."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from punto.server.addresses import Trusted, visitor_of
from punto.server.config import Config


class Caller(Protocol):
    """A connection, as far as the gate is concerned."""

    def hang_up(self) -> None:
        """Be gone at once."""


@dataclass
class Gate:
    """Counts connections; where there is no room, those go who have not asked for anything yet."""

    most: int
    most_each: int
    trusted: Trusted
    inside: dict[object, str] = field(default_factory=dict)
    """The visitor of every connection; the connections are known by their transports."""
    of_visitor: Counter[str] = field(default_factory=Counter)
    waiting: dict[object, Caller] = field(default_factory=dict)
    """Those of whom no request came yet, who waits longest first."""
    waiting_of: dict[str, dict[object, Caller]] = field(default_factory=dict)
    """The same, for every visitor."""

    @classmethod
    def of(cls, config: Config, descriptors: int) -> "Gate":
        """Make a gate for these settings, and for so many open files at most."""
        most = max(1, min(config.connections, descriptors - SPARE))
        return cls(most, config.connections_per_address, Trusted(config.trusted_proxies))

    def refusal(self, transport: object, address: str, caller: Caller) -> int:
        """Let somebody in, or answer with the HTTP status that says why not."""
        visitor = "" if address in self.trusted else visitor_of(address)
        full = visitor != "" and self.of_visitor[visitor] >= self.most_each
        if full and not self.make_room(visitor):
            return 429
        if len(self.inside) >= self.most and not self.make_room():
            return 503
        self.inside[transport] = visitor
        self.of_visitor[visitor] += 1
        self.waits(transport, caller)
        return 0

    def make_room(self, visitor: str | None = None) -> bool:
        """Send away who has waited longest, of all or of this visitor; tell whether there was one.

        Somebody who is honest asks at once. So thousands who never ask only displace each other.
        """
        waiting = self.waiting if visitor is None else self.waiting_of.get(visitor)
        if not waiting:
            return False
        transport, caller = next(iter(waiting.items()))
        self.leave(transport)
        caller.hang_up()
        return True

    def waits(self, transport: object, caller: Caller) -> None:
        """Note that nothing is asked for just now."""
        visitor = self.inside.get(transport)
        if visitor is not None:
            self.waiting[transport] = caller
            self.waiting_of.setdefault(visitor, {})[transport] = caller

    def asked(self, transport: object) -> None:
        """Note that a whole request came."""
        self.waiting.pop(transport, None)
        visitor = self.inside.get(transport)
        if visitor in self.waiting_of:
            self.waiting_of[visitor].pop(transport, None)
            if not self.waiting_of[visitor]:
                del self.waiting_of[visitor]

    def leave(self, transport: object) -> None:
        """Note that a connection is closed."""
        self.asked(transport)
        visitor = self.inside.pop(transport, None)
        if visitor is not None:
            self.of_visitor[visitor] -= 1
            if not self.of_visitor[visitor]:
                del self.of_visitor[visitor]


SPARE = 128
"""Files that are open besides connections: the database, logs, the listening socket."""
