"""The state of a room: the sum of its events."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from punto.server.table.group_state import GroupState
from punto.server.wire.rooms import (
    Level,
    MemberShape,
    PlaceShape,
    RoomMatchShape,
)
from punto.server.wire.table_settings import Settings
from punto.server.wire.words import DeviceNumber, Phase

ROOM = "room:"
"""Before the code of a room, this is the name of its log."""

NO_MEMBER = DeviceNumber(0)


@dataclass(frozen=True, slots=True)
class Place:
    """The holder of a seat in the next match: nobody, a member, or a bot."""

    kind: Literal["open", "member", "bot"] = "open"
    member: DeviceNumber = NO_MEMBER
    bot: str = ""

    def shape(self) -> PlaceShape:
        """Describe the place for the log and for clients."""
        shape: PlaceShape = {"kind": self.kind}
        if self.kind == "member":
            shape["member"] = self.member
        if self.kind == "bot":
            shape["bot"] = self.bot
        return shape


def read_place(shape: PlaceShape) -> Place:
    """Read a place from a stored event."""
    return Place(shape["kind"], shape.get("member", NO_MEMBER), shape.get("bot", ""))


OPEN = Place()


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in the room, and how the evening went for them."""

    number: DeviceNumber
    name: str
    watches: bool = False
    """Whether the member sits out by choice."""
    played: int = 0
    won: int = 0
    rounds: int = 0
    sat_out: int = 0
    """Matches in a row that the member has sat out."""

    def shape(self) -> MemberShape:
        """Describe the member for clients."""
        return {
            "member": self.number,
            "name": self.name,
            "watches": self.watches,
            "played": self.played,
            "won": self.won,
            "rounds": self.rounds,
            "sat_out": self.sat_out,
        }


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody asked for the next match."""

    member: DeviceNumber
    until: int
    """When it begins without those who have not answered, in milliseconds since 1970."""
    ready: frozenset[DeviceNumber]
    at: int
    """When they asked."""


class Room(GroupState):
    """A room after its last event."""

    settings: Settings

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.link = ""
        """The code in the link for new people."""
        self.short = ""
        """Six letters to read aloud."""
        self.short_until = 0
        """When they expire, in milliseconds since 1970."""
        self.listed: Level | None = None
        """For whom the room is listed on the first page of the server; None if it is not."""
        self.listed_at = 0
        self.members: Mapping[DeviceNumber, Member] = {}
        """Those who are in the room, by number."""
        self.muted: frozenset[tuple[DeviceNumber, DeviceNumber]] = frozenset()
        """Who does not want to hear whom."""
        self.substitute: str | None = None
        self.rotates = False
        self.seats: tuple[Place, ...] = ()
        self.handicaps: Mapping[DeviceNumber, int] = {}
        """How many cards members go without in whatever seat they play."""
        self.call: Call | None = None
        self.matches: tuple[RoomMatchShape, ...] = ()
        self.next_start: int | None = None
        """The seat that starts the next match, if the host has not chosen one."""

    @property
    def room_code(self) -> str:
        """The code by which members find the room."""
        return self.code.removeprefix(ROOM)

    @property
    def people(self) -> set[DeviceNumber]:
        """The devices of the members."""
        return set(self.members)

    @property
    def phase(self) -> Phase:
        """How the store keeps the room: as a finished match once one was played."""
        return "over" if any("over" in match for match in self.matches) else "waiting"

    @property
    def current(self) -> RoomMatchShape | None:
        """The match that is being played."""
        last = self.matches[-1] if self.matches else None
        return None if last is None or "over" in last else last

    def admits(self, device: str, name: str) -> bool:
        """Return whether a device may come in by this name: a link's code, or a short code."""
        is_short_valid = name == self.short and not self.is_locked
        is_member = self.device_number(device) in self.members
        return is_member or name == self.link or is_short_valid

    def seat_of(self, member: DeviceNumber) -> int | None:
        """Find the seat of a member in the next match; seats count from 1."""
        return next(
            (
                seat
                for seat, place in enumerate(self.seats, start=1)
                if place.kind == "member" and place.member == member
            ),
            None,
        )

    @property
    def seated(self) -> set[DeviceNumber]:
        """The members who play the next match."""
        return {place.member for place in self.seats if place.kind == "member"}

    def set_place(self, seat: int, holder: Place) -> None:
        """Replace the holder of a seat; seats count from 1."""
        self.seats = (*self.seats[: seat - 1], holder, *self.seats[seat:])
