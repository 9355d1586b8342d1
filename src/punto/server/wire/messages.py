"""Messages to clients by WebSocket."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from punto.server.wire.events import TableEvent
from punto.server.wire.shapes import TableShape
from punto.server.wire.words import SEAT_KEYS, DeviceField, Reaction, Seat, SeatField, SeatNumber


class YouMessage(TypedDict):
    """The client's own device and seats: the first message, and again after each change."""

    type: Literal["you"]
    device: Annotated[
        DeviceField | None,
        Field(description="The number of the device; null if it never had a seat."),
    ]
    seats: Annotated[list[SeatField], Field(description="The seats of the people on the device.")]
    is_host: bool


class EventsMessage(TypedDict):
    """Events, in order and without gaps."""

    type: Literal["events"]
    events: list[Annotated[TableEvent, Field(discriminator="kind")]]


class SnapshotMessage(TypedDict):
    """The whole table. It replaces everything the client knew."""

    type: Literal["snapshot"]
    table: TableShape


class PresenceMessage(TypedDict):
    """Who is connected."""

    type: Literal["presence"]
    devices: Annotated[
        list[DeviceField],
        Field(description="The numbers of connected devices with a seat, or of the host."),
    ]
    away: Annotated[
        dict[Seat, int],
        Field(
            description="For each seat of a person who is not connected: when a bot may stand in,"
            " in milliseconds since 1970.",
            json_schema_extra=SEAT_KEYS,
        ),
    ]
    spectators: int


class ReactionMessage(TypedDict):
    """Somebody sent a reaction."""

    type: Literal["reaction"]
    seat: SeatNumber
    reaction: Reaction


class RefusedMessage(TypedDict):
    """A command or an unreadable message was refused. It changed nothing."""

    type: Literal["refused"]
    id: str | None
    """The id of the command, if it could be read."""
    code: str
    sentence: str
    """The reason, in English."""
    values: dict[str, object]
    """The values in the sentence, for a translation."""


class BeatMessage(TypedDict):
    """The reply to a heartbeat."""

    type: Literal["beat"]


class ByeMessage(TypedDict):
    """The server closes the connection."""

    type: Literal["bye"]
    code: str
    sentence: str
    reconnect: bool
    """Whether the client should try to reconnect."""


ServerMessage = Annotated[
    YouMessage
    | EventsMessage
    | SnapshotMessage
    | PresenceMessage
    | ReactionMessage
    | RefusedMessage
    | BeatMessage
    | ByeMessage,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[object] = TypeAdapter(ServerMessage)
