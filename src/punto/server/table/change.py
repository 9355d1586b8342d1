"""A change: the events that one command causes, collected on a draft of the table."""

import hashlib
from collections.abc import Callable
from typing import Any

from punto.rules.shuffle import new_seed
from punto.server.table import allowance
from punto.server.table.draft import SERVER, Draft
from punto.server.table.effects import apply
from punto.server.table.stored_event import StoredEvent
from punto.server.table.table import Table

__all__ = ["SERVER", "Change", "fingerprint"]


class Change(Draft[Table]):
    """The events of one command at a table."""

    def __init__(
        self,
        table: Table,
        device: str,
        now: int,
        command_id: str = "",
        seed: Callable[[], bytes] = new_seed,
    ) -> None:
        super().__init__(table, device, now, command_id)
        self.seed = seed

    @property
    def table(self) -> Table:
        """The table as it will be once the change is stored."""
        return self.state

    def _apply(self, event: StoredEvent, number: int) -> None:
        apply(self.state, event, number, self.now)

    def check_allowance(self, kind: str) -> None:
        """Refuse an event that this device has caused too often.

        Every command whose event can be repeated must call this first.
        """
        allowance.check(self.table, self.device_number, kind)

    def record(self, kind: str, secret: dict[str, Any] | None = None, **public: Any) -> None:
        """Add an event that was already applied to the match of the draft."""
        event = self._event(kind, secret, public)
        self.table.note(event, self.table.number + 1, self.now)
        self.events.append(event)


def fingerprint(key: str) -> str:
    """Hash a key, so that it can be recognised without being stored."""
    return hashlib.sha256(key.encode()).hexdigest()
