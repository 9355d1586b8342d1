"""What goes out by WebSocket."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from punto.server.wire.events import TableEvent
from punto.server.wire.shapes import TableShape
from punto.server.wire.words import SEAT_KEYS, DeviceField, Reaction, Seat, SeatField, SeatNumber


class YouMessage(TypedDict):
    """Who the client is at this table: the first message, and again when it changes."""

    type: Literal["you"]
    device: Annotated[
        DeviceField | None,
        Field(description="The number of the device; none for a spectator who never sat."),
    ]
    seats: Annotated[list[SeatField], Field(description="The seats of the people on the device.")]
    is_host: bool


class EventsMessage(TypedDict):
    """What happened, in order and without a gap."""

    type: Literal["events"]
    events: list[Annotated[TableEvent, Field(discriminator="kind")]]


class SnapshotMessage(TypedDict):
    """The whole table; it replaces all that the client knew."""

    type: Literal["snapshot"]
    table: TableShape


class PresenceMessage(TypedDict):
    """Who is connected."""

    type: Literal["presence"]
    devices: Annotated[
        list[DeviceField],
        Field(description="The numbers of connected devices that have a seat or are the host's."),
    ]
    away: Annotated[
        dict[Seat, int],
        Field(
            description="By seat, for each person who is not connected: when a bot may stand in,"
            " in milliseconds since 1970.",
            json_schema_extra=SEAT_KEYS,
        ),
    ]
    spectators: int


class ReactionMessage(TypedDict):
    """Somebody says one of the fixed words."""

    type: Literal["reaction"]
    seat: SeatNumber
    reaction: Reaction


class RefusedMessage(TypedDict):
    """A command, or a message that is none, was refused and changed nothing."""

    type: Literal["refused"]
    id: str | None
    """What the client called it, where that could be read."""
    code: str
    sentence: str
    """Why, in English."""
    values: dict[str, object]
    """From which a client makes a sentence in another language."""


class BeatMessage(TypedDict):
    """The answer to a sign of life."""

    type: Literal["beat"]


class ByeMessage(TypedDict):
    """The server closes the connection."""

    type: Literal["bye"]
    code: str
    sentence: str
    reconnect: bool
    """Whether it is worth while to try again."""


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
