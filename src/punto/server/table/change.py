"""A change: what comes of one command, collected while it is done."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from punto.rules.shuffle import new_seed
from punto.server.table import allowance
from punto.server.table.effects import apply
from punto.server.table.stored_event import StoredEvent
from punto.server.table.table import Table
from punto.server.wire.words import DeviceNumber

SERVER = ""
"""Stands for the server itself where a device is asked for."""


@dataclass
class Change:
    """Events that happen together, or not at all.

    They change the table at once: who cannot store them must forget that table.
    """

    table: Table
    device: str
    """Who does it: a device, or the server."""
    now: int
    id: str = ""
    """What the client called its command."""
    events: list[StoredEvent] = field(default_factory=list)
    seed: Callable[[], bytes] = new_seed

    @property
    def number(self) -> DeviceNumber:
        """The number of the device at the table; 0 if it is new there, or the server."""
        return self.table.number_of(self.device)

    def check(self, kind: str) -> None:
        """Refuse a kind of event that this device has caused often enough.

        Every change whose event can be repeated asks this before it changes anything.
        """
        allowance.check(self.table, self.number, kind)

    def apply_and_record(
        self, kind: str, secret: dict[str, Any] | None = None, **public: Any
    ) -> None:
        """Let an event happen."""
        event = self.event(kind, secret, public)
        apply(self.table, event, self.table.number + 1, self.now)
        self.events.append(event)

    def record(self, kind: str, secret: dict[str, Any] | None = None, **public: Any) -> None:
        """Tell of an event that has had its effect on the match already."""
        event = self.event(kind, secret, public)
        self.table.note(event, self.table.number + 1)
        self.events.append(event)

    def event(
        self, kind: str, secret: dict[str, Any] | None, public: dict[str, Any]
    ) -> StoredEvent:
        """Say who did it; the first event of a change has the name of the command."""
        hidden = dict(secret or {})
        if self.id and not self.events:
            hidden["by"] = self.number or len(self.table.devices) + 1
            public = {"id": self.id, **public}
        return StoredEvent(kind, public, hidden)


def fingerprint(key: str) -> str:
    """Tell keys apart without keeping them."""
    return hashlib.sha256(key.encode()).hexdigest()
