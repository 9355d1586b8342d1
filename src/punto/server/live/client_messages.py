"""Messages to clients, as text."""

from collections.abc import Iterable

from punto.rules.errors import PuntoError
from punto.server.table.table import Table
from punto.server.wire.encoding import encode
from punto.server.wire.messages import (
    BeatMessage,
    ByeMessage,
    PresenceMessage,
    ReactionMessage,
    RefusedMessage,
    SnapshotMessage,
    YouMessage,
)
from punto.server.wire.words import DeviceNumber, Reaction, Seat

BEAT_MESSAGE: BeatMessage = {"type": "beat"}
BEAT = encode(BEAT_MESSAGE)


def events(texts: Iterable[str]) -> str:
    """Tell of events, each of which was written once for all."""
    return f'{{"type":"events","events":[{",".join(texts)}]}}'


def snapshot(table: Table) -> str:
    """Tell all there is to know of a table."""
    message: SnapshotMessage = {"type": "snapshot", "table": table.shape()}
    return encode(message)


def you(table: Table, device: str) -> str:
    """Tell a client who it is."""
    number = table.number_of(device)
    message: YouMessage = {
        "type": "you",
        "device": number or None,
        "seats": [Seat(place) for place in table.seats_of(number)] if number else [],
        "is_host": number == table.host,
    }
    return encode(message)


def presence(devices: list[DeviceNumber], away: dict[Seat, int], spectators: int) -> str:
    """Tell who is connected."""
    message: PresenceMessage = {
        "type": "presence",
        "devices": devices,
        "away": away,
        "spectators": spectators,
    }
    return encode(message)


def reaction(seat: int, word: Reaction) -> str:
    """Tell what somebody says."""
    message: ReactionMessage = {"type": "reaction", "seat": seat, "reaction": word}
    return encode(message)


def refused(error: PuntoError, id_: str | None) -> str:
    """Tell why a command was refused."""
    message: RefusedMessage = {
        "type": "refused",
        "id": id_,
        "code": error.code,
        "sentence": error.sentence,
        "values": plain(error.values),
    }
    return encode(message)


def bye(error: PuntoError, *, reconnect: bool) -> str:
    """Tell why the connection is closed."""
    message: ByeMessage = {
        "type": "bye",
        "code": error.code,
        "sentence": error.sentence,
        "reconnect": reconnect,
    }
    return encode(message)


def plain(values: dict[str, object]) -> dict[str, object]:
    """Keep numbers, and write everything else as text."""
    return {
        name: value if isinstance(value, bool | int | None) else str(value)
        for name, value in values.items()
    }
