"""What comes in by HTTP."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from punto.rules.facts import DEFAULT_EDITION, DEFAULT_ROUNDS_TO_WIN, MODES
from punto.server.wire.model import Incoming
from punto.server.wire.words import (
    SEATS,
    BotName,
    EditionName,
    ModeName,
    Name,
    RoundsToWin,
    SeatNumber,
    TurnSeconds,
    in_form,
)


class Settings(Incoming):
    """How a table plays."""

    mode: Annotated[ModeName, in_form(part="players")] = "2p"
    edition: Annotated[EditionName, in_form(part="rules")] = DEFAULT_EDITION
    rounds_to_win: Annotated[RoundsToWin, in_form(part="rules", words="rounds")] = (
        DEFAULT_ROUNDS_TO_WIN
    )
    start: Annotated[SeatNumber | None, in_form(part="players", words="starter")] = None
    """The seat that starts the first round; drawn if nobody says."""
    open_cards: Annotated[bool, in_form(part="rules")] = False
    turn_seconds: Annotated[TurnSeconds | None, in_form(words="time")] = None
    """How long a person may think; then a bot lays the card."""
    spectators: bool = True
    """Whether people without a seat may watch the match."""
    begins_when_full: Annotated[bool, in_form(words="begins", guests=True)] = True
    """Whether the match begins as soon as nobody is missing, or when the host says so."""

    @model_validator(mode="after")
    def check_start(self) -> "Settings":
        """Refuse a starting seat that the mode does not have."""
        if self.start is not None and self.start > len(MODES[self.mode].seats):
            raise ValueError(f"mode {self.mode} has no seat {self.start}")
        return self


class Nobody(Incoming):
    """A seat that people with the link may take."""

    kind: Literal["open"] = "open"


class Person(Incoming):
    """A person on the device that says so."""

    kind: Literal["person"]
    name: Name


class Machine(Incoming):
    """A bot."""

    kind: Literal["bot"]
    bot: BotName


Holder = Annotated[Nobody | Person | Machine, Field(discriminator="kind")]


class NewTable(Incoming):
    """A table to be opened; who asks is its host."""

    settings: Settings = Settings()
    seats: Annotated[list[Holder], Field(max_length=SEATS)] = Field(default=[])
    """Who sits where, from seat 1; the seats that are not named are open."""

    @model_validator(mode="after")
    def check_seats(self) -> "NewTable":
        """Refuse more seats than the mode has."""
        seats = len(MODES[self.settings.mode].seats)
        if len(self.seats) > seats:
            raise ValueError(f"mode {self.settings.mode} has {seats} seats")
        return self


class Takeover(Incoming):
    """The key from a link that hands seats over to another device."""

    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,64}$")]
