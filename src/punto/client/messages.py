"""Messages of the socket, parsed into small types."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from punto.notation.text_file import CONTROL
from punto.rules.errors import PuntoError

Message = Mapping[str, Any]
"""A message or an event as JSON; `/api/socket.json` of a server describes all of them."""


@dataclass(frozen=True, slots=True)
class You:
    """This device at the table."""

    device: int | None = None
    """Its number at the table; None if it never had a seat."""
    seats: tuple[int, ...] = ()
    is_host: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected."""

    devices: frozenset[int] = frozenset()
    away: tuple[tuple[int, int], ...] = ()
    """Seats of people who are not connected, each with the time from which a bot may stand in, in
    milliseconds since 1970."""
    spectators: int = 0

    @property
    def away_seats(self) -> frozenset[int]:
        """The seats of people who are not connected."""
        return frozenset(seat for seat, _ in self.away)


def read_you(message: Message) -> You:
    """Read a `you` message."""
    return You(message["device"], tuple(message["seats"]), bool(message["is_host"]))


def read_presence(message: Message) -> Presence:
    """Read a `presence` message."""
    away = sorted((int(seat), int(at)) for seat, at in message["away"].items())
    return Presence(frozenset(message["devices"]), tuple(away), int(message["spectators"]))


def read_text(text: str) -> str:
    """Return a text without characters that could control a terminal."""
    return CONTROL.sub("", text)


def read_error(message: Message) -> PuntoError:
    """Read why the server refuses something."""
    values = {
        name: read_text(value) if isinstance(value, str) else value
        for name, value in message.get("values", {}).items()
    }
    return PuntoError(message["code"], read_text(message["sentence"]), **values)
