"""A client of one room; the table of each match has a `TableClient` of its own."""

from dataclasses import dataclass

from punto.client.connection import Connection
from punto.client.credentials import Credentials
from punto.client.link import RoomLink
from punto.client.messages import Message
from punto.client.remote_room import RemoteRoom, read_room
from punto.client.updates import Connected, Disconnected


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """Something changed in the room; `before` is None when it arrives for the first time."""

    before: RemoteRoom | None
    room: RemoteRoom


@dataclass(frozen=True, slots=True)
class MembersChanged:
    """Members came or left."""

    before: frozenset[int]
    connected: frozenset[int]


@dataclass(frozen=True, slots=True)
class MemberReacted:
    """A member sent a reaction, such as `hello`."""

    member: int
    reaction: str


RoomUpdate = Connected | Disconnected | RoomChanged | MembersChanged | MemberReacted


class RoomClient(Connection[RoomLink, RoomUpdate]):
    """One device in one room."""

    def __init__(self, link: RoomLink, credentials: Credentials) -> None:
        super().__init__(link, credentials)
        self.room: RemoteRoom | None = None
        self.member: int | None = None
        """The number of this device in the room; None before it joins."""
        self.connected: frozenset[int] = frozenset()
        """The members who are here."""

    def _check_shape(self, shape: Message) -> None:
        read_room(shape)

    def _handle(self, message: Message) -> None:
        kind = message["type"]
        if kind == "room":
            before, self.room = self.room, read_room(message["room"])
            self._updates.put_nowait(RoomChanged(before, self.room))
        elif kind == "you":
            self.member = message["member"]
        elif kind == "presence":
            there, self.connected = self.connected, frozenset(message["members"])
            self._updates.put_nowait(MembersChanged(there, self.connected))
        elif kind == "reaction":
            self._updates.put_nowait(MemberReacted(message["member"], message["reaction"]))
        elif kind == "done":
            self._answer(message["id"], message)
