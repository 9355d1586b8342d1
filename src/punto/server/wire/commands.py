"""Messages from clients by WebSocket: the commands of a table, and the heartbeat."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, TypeAdapter

from punto.server.wire.model import Incoming
from punto.server.wire.requests import Machine, Nobody
from punto.server.wire.table_settings import Settings
from punto.server.wire.words import BotName, CellName, EventNumber, Id, Name, Reaction, SeatNumber

LastEvent = Annotated[EventNumber, Field(validation_alias=AliasChoices("last_event", "answers"))]
"""Clients of earlier versions call it `answers`."""


class Command(Incoming):
    """Something a person wants to do at a table."""

    id: Id
    """Chosen by the client. The reply has the same id, and a retry with it counts once."""


class Sit(Command):
    """Take an open seat, or change the name at your own."""

    type: Literal["sit"]
    seat: SeatNumber
    name: Name


class Leave(Command):
    """Leave your own seat before the match begins."""

    type: Literal["leave"]
    seat: SeatNumber


class SetSeat(Command):
    """Open a seat, or give it to a bot (the host, before the match begins)."""

    type: Literal["set_seat"]
    seat: SeatNumber
    holder: Annotated[Nobody | Machine, Field(discriminator="kind")]


class SetSettings(Command):
    """Change the settings (the host, before the match begins)."""

    type: Literal["set_settings"]
    settings: Settings


class Start(Command):
    """Begin the match (the host). If `fill` names a bot, it takes the seats that are still open."""

    type: Literal["start"]
    fill: BotName | None = None


class Place(Command):
    """Lay the card in hand."""

    type: Literal["place"]
    last_event: LastEvent
    """The number of the last event that the client knew."""
    seat: SeatNumber
    cell: CellName


class Undo(Command):
    """Take back the last card that a person laid, and everything after it."""

    type: Literal["undo"]
    last_event: LastEvent
    """The number of the last event that the client knew."""


class React(Command):
    """Send one of the fixed reactions. It is not stored."""

    type: Literal["react"]
    seat: SeatNumber
    reaction: Reaction


class Resign(Command):
    """Resign the match."""

    type: Literal["resign"]
    seat: SeatNumber


class OfferEnd(Command):
    """Offer to end the match without a winner, or accept such an offer."""

    type: Literal["offer_end"]
    seat: SeatNumber


class DeclineEnd(Command):
    """Decline to end the match without a winner."""

    type: Literal["decline_end"]
    seat: SeatNumber


class OfferPause(Command):
    """Offer to pause the match, or accept such an offer. A card that is laid cancels all offers."""

    type: Literal["offer_pause"]
    seat: SeatNumber


class Resume(Command):
    """Continue a match that is paused."""

    type: Literal["resume"]
    seat: SeatNumber


class Rematch(Command):
    """Ask for a rematch with the same people, or accept one."""

    type: Literal["rematch"]
    seat: SeatNumber


class StandIn(Command):
    """Let a bot play for an absent person, after the grace time and until that person is back."""

    type: Literal["stand_in"]
    seat: SeatNumber
    bot: BotName


class Beat(Incoming):
    """A heartbeat, which the server answers at once."""

    type: Literal["beat"]


TableCommand = (
    Sit
    | Leave
    | SetSeat
    | SetSettings
    | Start
    | Place
    | Undo
    | React
    | Resign
    | OfferEnd
    | DeclineEnd
    | OfferPause
    | Resume
    | Rematch
    | StandIn
)
PLAY_COMMANDS = (Sit, Leave, Place, React, Resign, OfferEnd, DeclineEnd, Rematch)
"""The commands that a token with the scope to play allows."""

ClientMessage = Annotated[TableCommand | Beat, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[TableCommand | Beat] = TypeAdapter(ClientMessage)
