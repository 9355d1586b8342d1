"""What a room and a tournament have in common: people around a host, who play at tables."""

from abc import abstractmethod
from collections.abc import Mapping

from punto.server.table.log_state import LogState
from punto.server.table.stored_event import StoredEvent
from punto.server.wire.words import DeviceNumber, Phase


class GroupState(LogState):
    """A room or a tournament after its last event."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.seed = ""
        """A secret from which the codes of the tables follow, so that each match has one table."""
        self.is_locked = False
        """Whether nobody new can come in."""
        self.removed: frozenset[DeviceNumber] = frozenset()
        """The devices that the host has removed."""
        self.changes: Mapping[DeviceNumber, int] = {}
        """How many events each device has caused."""

    @property
    @abstractmethod
    def phase(self) -> Phase:
        """How the store keeps it."""

    def may_see(self, device: str) -> bool:
        """Return whether a device may see what happens here."""
        number = self.device_number(device)
        return number in self.known or (number not in self.removed and not self.is_locked)

    def count_change(self, event: StoredEvent) -> None:
        """Count an event for the device that caused it."""
        if (by := event.secret.get("by")) is not None:
            self.changes = {**self.changes, by: self.changes.get(by, 0) + 1}
