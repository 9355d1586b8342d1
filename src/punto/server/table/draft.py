"""A draft: the events that one command causes, collected on a copy of what they change."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from punto.server.table.log_state import LogState
from punto.server.table.stored_event import StoredEvent
from punto.server.wire.words import DeviceNumber

SERVER = ""
"""The device of changes that the server makes by itself."""

S = TypeVar("S", bound=LogState)


class Draft(ABC, Generic[S]):
    """Events that are stored together or not at all.

    They are applied to a copy. The caller stores them, and then replaces the state with the copy.
    If deciding or storing fails, the state is unchanged.
    """

    def __init__(self, state: S, device: str, now: int, command_id: str = "") -> None:
        self.state: S = state.copy()
        """As it will be once the change is stored."""
        self.device = device
        """The device that makes the change, or `SERVER`."""
        self.now = now
        """The time of the change, in milliseconds since 1970."""
        self.command_id = command_id
        """The client's id for its command; empty if no client sent one."""
        self.events: list[StoredEvent] = []

    @abstractmethod
    def _apply(self, event: StoredEvent, number: int) -> None:
        """Apply an event to the copy."""

    @property
    def device_number(self) -> DeviceNumber:
        """The number of the device; 0 for the server, or a device without one yet."""
        return self.state.device_number(self.device)

    def apply_and_record(
        self, kind: str, secret: dict[str, Any] | None = None, **public: Any
    ) -> None:
        """Add an event, and apply it to the copy.

        `public` is sent to every client as it is; `secret` never leaves the server.
        """
        event = self._event(kind, secret, public)
        self._apply(event, self.state.number + 1)
        self.events.append(event)

    def _event(
        self, kind: str, secret: dict[str, Any] | None, public: dict[str, Any]
    ) -> StoredEvent:
        """Make an event. The first event of a command carries its id: that makes it idempotent."""
        hidden = dict(secret or {})
        if self.command_id and not self.events:
            hidden["by"] = self.device_number or len(self.state.devices) + 1
            public = {"id": self.command_id, **public}
        return StoredEvent(kind, public, hidden)
