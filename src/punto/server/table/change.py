"""A change: the events that one command causes, collected on a draft of the table."""

import hashlib
from collections.abc import Callable
from typing import Any

from punto.rules.shuffle import new_seed
from punto.server.table import allowance
from punto.server.table.effects import apply
from punto.server.table.stored_event import StoredEvent
from punto.server.table.table import Table
from punto.server.wire.words import DeviceNumber

SERVER = ""
"""The device of changes that the server makes by itself."""


class Change:
    """Events that are stored together or not at all.

    They are applied to a copy of the table. The caller stores them, and then replaces the table
    with the copy. If deciding or storing fails, the table is unchanged.
    """

    def __init__(
        self,
        table: Table,
        device: str,
        now: int,
        command_id: str = "",
        seed: Callable[[], bytes] = new_seed,
    ) -> None:
        self.table = table.copy()
        """The draft: the table as it will be once the change is stored."""
        self.device = device
        """The device that makes the change, or `SERVER`."""
        self.now = now
        """The time of the change, in milliseconds since 1970."""
        self.command_id = command_id
        """The client's id for its command; empty if no client sent one."""
        self.seed = seed
        self.events: list[StoredEvent] = []

    @property
    def device_number(self) -> DeviceNumber:
        """The number of the device at the table; 0 for the server, or a device without one yet."""
        return self.table.device_number(self.device)

    def check_allowance(self, kind: str) -> None:
        """Refuse an event that this device has caused too often.

        Every command whose event can be repeated must call this first.
        """
        allowance.check(self.table, self.device_number, kind)

    def apply_and_record(
        self, kind: str, secret: dict[str, Any] | None = None, **public: Any
    ) -> None:
        """Add an event, and apply it to the draft.

        `public` is sent to every client as it is; `secret` never leaves the server.
        """
        event = self._event(kind, secret, public)
        apply(self.table, event, self.table.number + 1, self.now)
        self.events.append(event)

    def record(self, kind: str, secret: dict[str, Any] | None = None, **public: Any) -> None:
        """Add an event that was already applied to the match of the draft."""
        event = self._event(kind, secret, public)
        self.table.note(event, self.table.number + 1)
        self.events.append(event)

    def _event(
        self, kind: str, secret: dict[str, Any] | None, public: dict[str, Any]
    ) -> StoredEvent:
        """Make an event. The first event of a command carries its id: that makes it idempotent."""
        hidden = dict(secret or {})
        if self.command_id and not self.events:
            hidden["by"] = self.device_number or len(self.table.devices) + 1
            public = {"id": self.command_id, **public}
        return StoredEvent(kind, public, hidden)


def fingerprint(key: str) -> str:
    """Hash a key, so that it can be recognised without being stored."""
    return hashlib.sha256(key.encode()).hexdigest()
