"""A seat at a table and its holder."""

from dataclasses import dataclass
from typing import Literal

from punto.server.wire.shapes import SeatShape
from punto.server.wire.words import DeviceNumber

NO_DEVICE = DeviceNumber(0)


@dataclass(frozen=True, slots=True)
class Seat:
    """The holder of a seat: nobody, a person on some device, or a bot."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    device: DeviceNumber = NO_DEVICE
    """The number of the person's device at this table, from 1."""
    bot: str = ""
    """The bot that holds the seat, or stands in for the person."""

    @property
    def is_person(self) -> bool:
        """Whether a person holds the seat, even if a bot stands in."""
        return self.kind == "person"

    @property
    def title(self) -> str:
        """The name of the holder in records."""
        return self.name or self.bot

    def shape(self) -> SeatShape:
        """Describe the seat for the log and for clients."""
        shape: SeatShape = {"kind": self.kind}
        if self.is_person:
            shape["name"], shape["device"] = self.name, self.device
        if self.bot:
            shape["bot"] = self.bot
        return shape


def read_seat_shape(shape: SeatShape) -> Seat:
    """Read a seat from a stored event."""
    device = shape.get("device", NO_DEVICE)
    return Seat(shape["kind"], shape.get("name", ""), device, shape.get("bot", ""))


OPEN = Seat()
