"""What a log adds up to, as far as every log needs it: of a table, or of a room."""

from abc import ABC, abstractmethod
from typing import Self

from punto.server.table.stored_event import StoredEvent
from punto.server.wire.programs import program_of
from punto.server.wire.words import DeviceNumber

MAX_REMEMBERED_COMMANDS = 64
"""Commands whose ids are kept to recognise retries. A retry of an older one is too late."""


class LogState(ABC):
    """The state after the last event of a log.

    Its containers are never changed in place: `copy` shares them, so that it costs the same
    however long the log is.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.number = 0
        self.devices: tuple[str, ...] = ()
        self.host = DeviceNumber(1)
        self.done: dict[tuple[int, str], int] = {}
        """The event number of each recent command, by device number and command id.

        The one container that copies share and change: it only has commands whose events are
        stored, which is true for all copies.
        """

    def copy(self) -> Self:
        """Make a copy that can be changed independently."""
        twin = type(self).__new__(type(self))
        twin.__dict__ = self.__dict__.copy()
        return twin

    @property
    @abstractmethod
    def people(self) -> set[DeviceNumber]:
        """The devices of the people who take part."""

    @property
    def known(self) -> set[DeviceNumber]:
        """The devices that belong here: of the host, and of the people who take part."""
        return {*self.people, self.host}

    @abstractmethod
    def may_see(self, device: str) -> bool:
        """Return whether a device may see what happens here."""

    def device_number(self, device: str) -> DeviceNumber:
        """Return the number of a device here, or 0 if it has none."""
        return DeviceNumber(self.devices.index(device) + 1 if device in self.devices else 0)

    def program_of(self, number: DeviceNumber) -> str:
        """Return the program that plays on a device; empty for the device of a person."""
        return program_of(self.devices[number - 1])

    def remember_command(self, event: StoredEvent, number: int) -> None:
        """Remember the command of a stored event, so that a retry is recognised."""
        if "by" in event.secret and "id" in event.public:
            self.done[event.secret["by"], event.public["id"]] = number
            if len(self.done) > MAX_REMEMBERED_COMMANDS:
                del self.done[next(iter(self.done))]
