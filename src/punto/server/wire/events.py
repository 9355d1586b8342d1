"""The events of a table, in numbered order: all that everybody may know."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from punto.server.wire.settings import SettingsShape
from punto.server.wire.shapes import (
    MatchShape,
    SeatShape,
    StepShape,
    TurnShape,
)
from punto.server.wire.words import How


class EventBase(TypedDict):
    """What all events have."""

    number: int
    at: int
    """In milliseconds since 1970."""
    id: NotRequired[str]
    """What the client that caused it called its command."""


class Opened(EventBase):
    """The table was opened."""

    kind: Literal["opened"]
    settings: SettingsShape
    seats: list[SeatShape]
    before: NotRequired[str]
    """The table of which this one is the rematch."""


class SettingsChanged(EventBase):
    """The host changed how the table plays; who sits where may have changed with it."""

    kind: Literal["settings_changed"]
    settings: SettingsShape
    seats: list[SeatShape]


class SeatChanged(EventBase):
    """Somebody sat down, left, or was replaced before the match began."""

    kind: Literal["seat_changed"]
    seat: int
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
    seat: int
    card: str
    cell: str
    on_top: bool
    by: NotRequired[Literal["bot", "clock"]]
    """Who laid it, if the person at the seat did not."""
    then: list[StepShape]
    turn: TurnShape | None
    match: NotRequired[MatchShape]
    """How the match stands, where a round has ended: the next one has been dealt, or none will."""


class Undone(EventBase):
    """Cards were taken back."""

    kind: Literal["undone"]
    count: int
    match: MatchShape


class ClockSet(EventBase):
    """The time to think begins anew, because the table slept or the person is back."""

    kind: Literal["clock_set"]
    until: int


class Resigned(EventBase):
    """A person gave up; where the match goes on, a bot has the seat from now on."""

    kind: Literal["resigned"]
    seat: int
    bot: str | None


class EndOffered(EventBase):
    """A person offers to end the match without a winner."""

    kind: Literal["end_offered"]
    seat: int


class EndDeclined(EventBase):
    """A person wants to play on: all offers to end are gone."""

    kind: Literal["end_declined"]
    seat: int


class StoodIn(EventBase):
    """A bot plays for a person who is gone."""

    kind: Literal["stood_in"]
    seat: int
    bot: str


class Returned(EventBase):
    """A person is back and plays again."""

    kind: Literal["returned"]
    seat: int


class HandoverOffered(EventBase):
    """Seats may move to another device."""

    kind: Literal["handover_offered"]
    seats: list[int]


class HandedOver(EventBase):
    """Seats have moved to another device."""

    kind: Literal["handed_over"]
    seats: list[int]
    device: int
    host: int


class Over(EventBase):
    """The match is over, and its seed is no secret any more."""

    kind: Literal["over"]
    winner: int | None
    how: How
    seat: int | None
    """Who resigned."""
    seed: str


class RematchWanted(EventBase):
    """A person asks for another match."""

    kind: Literal["rematch_wanted"]
    seat: int


class Rematched(EventBase):
    """The next match is at another table."""

    kind: Literal["rematched"]
    table: str


TableEvent = (
    Opened
    | SettingsChanged
    | SeatChanged
    | Started
    | Placed
    | Undone
    | ClockSet
    | Resigned
    | EndOffered
    | EndDeclined
    | StoodIn
    | Returned
    | HandoverOffered
    | HandedOver
    | Over
    | RematchWanted
    | Rematched
)
