"""What goes over the network about rooms: requests, commands, shapes and messages."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from punto.server.wire.commands import Beat, Command
from punto.server.wire.messages import BeatMessage, ByeMessage, RefusedMessage
from punto.server.wire.model import Incoming
from punto.server.wire.requests import Machine, Nobody
from punto.server.wire.table_settings import Settings, SettingsShape
from punto.server.wire.words import BotName, DeviceField, How, Name, Reaction, SeatNumber

Level = Literal["any", "beginner", "experienced"]
"""Whom the host of a listed room would like to play with. Nobody checks it."""

MAX_MEMBERS = 60
"""People who may be in one room at a time: two school classes."""

MemberNumber = Annotated[
    int, Field(ge=1, le=100_000, json_schema_extra={"format": "device-number"})
]
"""The number of a member's device in the room, from 1, in the order in which people came."""


class NewRoom(Incoming):
    """A room to open. The device that asks becomes the host."""

    name: Name
    """The name of the host."""
    watches: bool = False
    """Whether the host only watches, as a teacher does."""
    settings: Settings = Settings()
    """How the first match is played."""


# Commands


class Join(Command):
    """Come into the room under a name, or change the name."""

    type: Literal["join"]
    name: Name
    watches: bool = False
    """Whether to sit out at first. Otherwise the first open seat is taken."""


class TakeSeat(Command):
    """Take an open seat of the next match, or move to it."""

    type: Literal["take_seat"]
    seat: SeatNumber


class SitOut(Command):
    """Leave the seat of the next match, and watch."""

    type: Literal["sit_out"]


class PlaceMember(Command):
    """Give a seat of the next match to a member (the host). Whoever sat there sits out."""

    type: Literal["place_member"]
    seat: SeatNumber
    member: MemberNumber


class SetPlace(Command):
    """Open a seat of the next match, or give it to a bot (the host)."""

    type: Literal["set_place"]
    seat: SeatNumber
    holder: Annotated[Nobody | Machine, Field(discriminator="kind")]


class SetRoom(Command):
    """Change how the next match is played, and how the room goes on (the host)."""

    type: Literal["set_room"]
    settings: Settings
    substitute: BotName | None = None
    """The bot that takes the seat of whoever does not answer. Null: the seat opens."""
    rotates: bool = False
    """Whether those who sat out longest play the next match."""


class Rotate(Command):
    """Seat people as the room proposes: who sat out longest plays (the host)."""

    type: Literal["rotate"]


class StartMatch(Command):
    """Begin the next match now (the host). If `fill` names a bot, it takes the open seats."""

    type: Literal["start_match"]
    fill: BotName | None = None


class NextMatch(Command):
    """Ask for the next match, or agree to it. It begins when all have, or when time is up."""

    type: Literal["next_match"]


class DropMatch(Command):
    """Stop waiting for the current match (the host). It does not count."""

    type: Literal["drop_match"]


class MakeHost(Command):
    """Make somebody else the host (the host)."""

    type: Literal["make_host"]
    member: MemberNumber


class RemoveMember(Command):
    """Remove a person, and make a new link (the host). The old link and code stop working."""

    type: Literal["remove_member"]
    member: MemberNumber


class NewLink(Command):
    """Make a new link and a new short code (the host). The old ones stop working."""

    type: Literal["new_link"]


class SetLock(Command):
    """Lock the room, so that nobody new can come in, or unlock it (the host)."""

    type: Literal["set_lock"]
    is_locked: bool


class SetListing(Command):
    """List the room on the first page of the server, or take it off the list (the host)."""

    type: Literal["set_listing"]
    level: Level | None
    """For whom the room is listed. Null: it is not."""


class Mute(Command):
    """Hear no more reactions of somebody, or hear them again. Nobody else gets to know."""

    type: Literal["mute"]
    member: MemberNumber
    is_muted: bool = True


class Say(Command):
    """Send one of the fixed reactions to everybody in the room. It is not stored."""

    type: Literal["say"]
    reaction: Reaction


RoomCommand = (
    Join
    | TakeSeat
    | SitOut
    | PlaceMember
    | SetPlace
    | SetRoom
    | Rotate
    | StartMatch
    | NextMatch
    | DropMatch
    | MakeHost
    | RemoveMember
    | NewLink
    | SetLock
    | SetListing
    | Mute
    | Say
)
ROOM_PLAY_COMMANDS = (Join, TakeSeat, SitOut, NextMatch, Say)
"""The commands that a token with the scope to play allows."""

RoomClientMessage = Annotated[RoomCommand | Beat, Field(discriminator="type")]
ROOM_CLIENT_MESSAGE: TypeAdapter[RoomCommand | Beat] = TypeAdapter(RoomClientMessage)


# Shapes


class PlaceShape(TypedDict):
    """The holder of a seat in the next match."""

    kind: Literal["open", "member", "bot"]
    member: NotRequired[Annotated[DeviceField, Field(description="The number of the member.")]]
    bot: NotRequired[str]


class MemberShape(TypedDict):
    """Somebody in the room, and how the evening went for them."""

    member: Annotated[DeviceField, Field(description="The number of the member's device.")]
    name: str
    watches: bool
    """Whether the member sits out by choice."""
    played: int
    """Matches played to their end."""
    won: int
    """Matches won."""
    rounds: int
    """Rounds won by the member's side."""
    sat_out: int
    """Matches in a row that the member has sat out."""
    program: NotRequired[str]
    """The program that is in the room with a token; missing for a person."""


class RoomSeatShape(TypedDict):
    """Who played at a seat of a match."""

    name: str
    member: NotRequired[Annotated[DeviceField, Field(description="Missing for a bot.")]]
    bot: NotRequired[str]


MatchHow = How | Literal["dropped"]
"""Why a match of a room is over; `dropped` if the room did not wait for its end."""


class RoomMatchShape(TypedDict):
    """A match of the evening."""

    match: int
    """Matches count from 1."""
    table: str
    mode: str
    seats: list[RoomSeatShape]
    at: int
    """When it began, in milliseconds since 1970."""
    over: NotRequired["MatchResultShape"]
    """Missing while it is being played."""


class MatchResultShape(TypedDict):
    """How a match of the evening ended."""

    winner: int | None
    """The side that won."""
    how: MatchHow
    wins: list[int]
    """Rounds won by each side."""
    winners: list[str]
    """The names of those who won."""


class CallShape(TypedDict):
    """Somebody asked for the next match."""

    member: Annotated[DeviceField, Field(description="Who asked.")]
    ready: Annotated[list[DeviceField], Field(description="Who has agreed, the first included.")]
    at: int
    """When they asked, in milliseconds since 1970."""
    until: int
    """When it begins without those who have not answered, in milliseconds since 1970."""


class RoomShape(TypedDict):
    """The current state of a room."""

    room: str
    """The code by which members find the room, whatever the link is now."""
    number: int
    """The number of the last event that it includes."""
    link: str
    """The code in the link for new people."""
    short: str | None
    """Six letters to read aloud; null while the room is locked, or when they have expired."""
    is_locked: bool
    listed: Level | None
    """For whom the room is listed on the first page of the server; null if it is not."""
    host: Annotated[DeviceField, Field(description="The number of the host's device.")]
    members: list[MemberShape]
    settings: SettingsShape
    substitute: str | None
    rotates: bool
    seats: list[PlaceShape]
    """Who plays the next match. Those who play now are in the last of `matches`."""
    call: CallShape | None
    table: str | None
    """The table of the current match."""
    matches: list[RoomMatchShape]
    """All matches of the room, the first one first."""


# Messages


class RoomYouMessage(TypedDict):
    """The client's own place in the room: the first message, and again after each change."""

    type: Literal["you"]
    member: Annotated[
        DeviceField | None, Field(description="The number of the device; null before it joins.")
    ]
    is_host: bool
    muted: Annotated[list[DeviceField], Field(description="Whose reactions are not sent.")]


class RoomMessage(TypedDict):
    """The whole room, after every change."""

    type: Literal["room"]
    room: RoomShape


class RoomPresenceMessage(TypedDict):
    """Who is connected."""

    type: Literal["presence"]
    members: Annotated[list[DeviceField], Field(description="The members who are here.")]
    spectators: int
    """Connections of people who have not joined."""
    proposal: list[PlaceShape]
    """Who would play the next match if those who sat out longest did; as the seats of the room if
    that is fair already."""


class RoomReactionMessage(TypedDict):
    """Somebody sent a reaction."""

    type: Literal["reaction"]
    member: DeviceField
    reaction: Reaction


class DoneMessage(TypedDict):
    """A command was carried out, now or when it was first sent."""

    type: Literal["done"]
    id: str
    number: int
    """The number of its event in the log of the room."""


RoomServerMessage = Annotated[
    RoomYouMessage
    | RoomMessage
    | RoomPresenceMessage
    | RoomReactionMessage
    | DoneMessage
    | RefusedMessage
    | BeatMessage
    | ByeMessage,
    Field(discriminator="type"),
]


class OpenedRoom(TypedDict):
    """A room that was opened."""

    room: str
    link: str
    """The address to share with others."""
    short: str
    """Six letters to read aloud."""


class RecentRoom(TypedDict):
    """A room in which this device has been."""

    room: str
    link: str
    members: list[str]
    """The names of those in the room."""
    matches: int
    """How many matches have begun there."""
    is_playing: bool
    touched_at: int
    """When something last happened there, in milliseconds since 1970."""


class OpenRoom(TypedDict):
    """A room that its host has listed on the first page of the server."""

    link: str
    """The code in the link for new people."""
    mode: str
    level: Level
    players: list[str | None]
    """The name at each seat of the next match, for a bot its internal one; null if it is open."""
    others: int
    """How many people are there without a seat."""
    is_playing: bool
    """Whether a match is being played: whoever comes plays the next one."""


class OpenRooms(TypedDict):
    """The listed rooms in which somebody is, those that need the fewest people first."""

    is_on: bool
    """Whether rooms can be listed on this server."""
    rooms: list[OpenRoom]
