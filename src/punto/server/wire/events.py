"""The events of a table, as clients get them: numbered, and without secrets."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from punto.server.wire.shapes import (
    MatchShape,
    PlayedOnShape,
    SeatShape,
    StepShape,
    TurnShape,
)
from punto.server.wire.table_settings import SettingsShape
from punto.server.wire.words import DeviceField, How, SeatNumber


class EventBase(TypedDict):
    """The fields of all events."""

    number: int
    at: int
    """In milliseconds since 1970."""
    id: NotRequired[str]
    """The id of the command that caused the event, if a client sent one."""


class Opened(EventBase):
    """The table was opened."""

    kind: Literal["opened"]
    settings: SettingsShape
    seats: list[SeatShape]
    before: NotRequired[str]
    """The previous table, if this one is a rematch."""
    room: NotRequired[str]
    """The room whose match is played here, if there is one."""
    tournament: NotRequired[str]
    """The tournament whose match is played here, if there is one."""
    daily: NotRequired[str]
    """The date of the deal of the day, if that is played here, as 2026-11-17."""
    played_on: NotRequired[PlayedOnShape]
    """Where the match comes from, if it continues another one."""


class SettingsChanged(EventBase):
    """The host changed the settings, and with them perhaps the seats."""

    kind: Literal["settings_changed"]
    settings: SettingsShape
    seats: list[SeatShape]


class SeatChanged(EventBase):
    """Somebody sat down, left, or was replaced before the match began."""

    kind: Literal["seat_changed"]
    seat: SeatNumber
    holder: SeatShape


class Started(EventBase):
    """The match began."""

    kind: Literal["started"]
    seats: list[SeatShape]
    commitment: str
    then: list[StepShape]
    turn: TurnShape
    match: MatchShape


class Placed(EventBase):
    """A card was laid."""

    kind: Literal["placed"]
    seat: SeatNumber
    card: str
    cell: str
    on_top: bool
    by: NotRequired[Literal["bot", "clock"]]
    """Who laid the card, if it was not the person at the seat."""
    then: list[StepShape]
    turn: TurnShape | None
    match: NotRequired[MatchShape]
    """The match after the end of a round: the next round was dealt, or the match is over."""


class Undone(EventBase):
    """Cards were taken back."""

    kind: Literal["undone"]
    count: int
    match: MatchShape


class Hinted(EventBase):
    """A person took a hint for the card in hand."""

    kind: Literal["hinted"]
    seat: SeatNumber


class ClockSet(EventBase):
    """The clock of the turn was restarted, because the table slept or the person is back."""

    kind: Literal["clock_set"]
    until: int


class Resigned(EventBase):
    """A person resigned. If the match goes on, a bot holds the seat from now on."""

    kind: Literal["resigned"]
    seat: SeatNumber
    bot: str | None
    name: NotRequired[str]
    """The name of that bot. An old event has none."""


class EndOffered(EventBase):
    """A person offered to end the match without a winner."""

    kind: Literal["end_offered"]
    seat: SeatNumber


class EndDeclined(EventBase):
    """A person wants to play on, which cancels all offers to end the match."""

    kind: Literal["end_declined"]
    seat: SeatNumber


class PauseOffered(EventBase):
    """A person offered to pause the match."""

    kind: Literal["pause_offered"]
    seat: SeatNumber


class Paused(EventBase):
    """All people have agreed to pause: no card is laid, and no clock runs."""

    kind: Literal["paused"]
    seat: SeatNumber
    """The seat of who agreed last."""


class Resumed(EventBase):
    """A person continued the match."""

    kind: Literal["resumed"]
    seat: SeatNumber
    until: int | None
    """The deadline of the turn: as much time is left as when the match was paused."""


class StoodIn(EventBase):
    """A bot plays for an absent person."""

    kind: Literal["stood_in"]
    seat: SeatNumber
    bot: str


class Returned(EventBase):
    """A person is back and plays again."""

    kind: Literal["returned"]
    seat: SeatNumber


class HandoverOffered(EventBase):
    """A device offered its seats to another one."""

    kind: Literal["handover_offered"]
    seats: list[SeatNumber]


class HandedOver(EventBase):
    """Seats moved to another device."""

    kind: Literal["handed_over"]
    seats: list[SeatNumber]
    device: DeviceField
    host: DeviceField


class Over(EventBase):
    """The match is over, and its seed is public."""

    kind: Literal["over"]
    winner: int | None
    how: How
    seat: SeatNumber | None
    """The seat that resigned."""
    seed: str


class RematchWanted(EventBase):
    """A person asked for a rematch."""

    kind: Literal["rematch_wanted"]
    seat: SeatNumber


class Rematched(EventBase):
    """The rematch began at another table."""

    kind: Literal["rematched"]
    table: str


TableEvent = (
    Opened
    | SettingsChanged
    | SeatChanged
    | Started
    | Placed
    | Undone
    | Hinted
    | ClockSet
    | Resigned
    | EndOffered
    | EndDeclined
    | PauseOffered
    | Paused
    | Resumed
    | StoodIn
    | Returned
    | HandoverOffered
    | HandedOver
    | Over
    | RematchWanted
    | Rematched
)
