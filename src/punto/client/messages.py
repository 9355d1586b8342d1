"""Messages of the socket, parsed into small types."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
