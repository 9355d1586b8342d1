"""What a table client reports, in order."""

from dataclasses import dataclass

from punto.client.messages import Message, Presence, You
from punto.client.remote_table import RemoteTable
from punto.client.steps import EndedRound


@dataclass(frozen=True, slots=True)
class Connected:
    """The connection is up: for the first time, or again."""


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is down; the client reconnects by itself."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The whole table arrived, at the first connection or after much was missed."""

    table: RemoteTable


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the table."""

    event: Message
    before: RemoteTable
    table: RemoteTable
    """The table after it."""
    ended: EndedRound | None = None
    """The round that it ended, if it did."""

    @property
    def kind(self) -> str:
        """The kind of the event, such as `placed`."""
        return str(self.event["kind"])


@dataclass(frozen=True, slots=True)
class YouChanged:
    """This device has other seats."""

    you: You


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """Somebody came, left, or watches."""

    before: Presence
    presence: Presence


@dataclass(frozen=True, slots=True)
class Reacted:
    """Somebody sent a reaction, such as `hello`."""

    seat: int
    reaction: str


Update = Connected | Disconnected | Replaced | Happened | YouChanged | PresenceChanged | Reacted
