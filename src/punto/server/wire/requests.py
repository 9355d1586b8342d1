"""Bodies of HTTP requests."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from punto.rules.facts import MODES
from punto.server.wire.model import Incoming
from punto.server.wire.table_settings import Settings
from punto.server.wire.words import SEATS, BotName, Name


class Nobody(Incoming):
    """An open seat, which anybody with the link may take."""

    kind: Literal["open"] = "open"


class Person(Incoming):
    """A person on the device that sends the request."""

    kind: Literal["person"]
    name: Name


class Machine(Incoming):
    """A bot."""

    kind: Literal["bot"]
    bot: BotName


Holder = Annotated[Nobody | Person | Machine, Field(discriminator="kind")]


class NewTable(Incoming):
    """A table to open. The device that asks becomes the host."""

    settings: Settings = Settings()
    seats: Annotated[list[Holder], Field(max_length=SEATS)] = Field(default=[])
    """The holders of the seats, from seat 1. The remaining seats are open."""

    @model_validator(mode="after")
    def check_seats(self) -> "NewTable":
        """Refuse more seats than the mode has."""
        seats = len(MODES[self.settings.mode].seats)
        if len(self.seats) > seats:
            raise ValueError(f"mode {self.settings.mode} has {seats} seats")
        return self


class DailyTry(Incoming):
    """Who plays the deal of the day."""

    name: Name


class Takeover(Incoming):
    """The key from a handover link."""

    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,64}$")]
