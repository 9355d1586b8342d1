"""A change of a room: the events that one command causes, and what a decision must know."""

from collections.abc import Iterable
from typing import NamedTuple

from punto.server.room.effects import apply
from punto.server.room.errors import refusal
from punto.server.room.room import Member, Place, Room
from punto.server.table.draft import Draft
from punto.server.table.stored_event import StoredEvent
from punto.server.wire.words import DeviceNumber

MAX_GUEST_CHANGES = 400
"""How many changes of a room one guest may make."""

MAX_HOST_CHANGES = 4000
"""The same for the host, who manages all seats."""

ANSWER_MS = 20_000
"""How long those who play the next match have to answer, unless the server is set otherwise."""


class Names(NamedTuple):
    """The codes by which new people find a room."""

    link: str
    short: str
    short_until: int
    """When the short one expires, in milliseconds since 1970."""


class RoomChange(Draft[Room]):
    """The events of one command in a room."""

    def __init__(
        self,
        room: Room,
        device: str,
        now: int,
        command_id: str = "",
        present: Iterable[DeviceNumber] = (),
        answer_ms: int = ANSWER_MS,
        *,
        may_list: bool = True,
    ) -> None:
        super().__init__(room, device, now, command_id)
        self.present = frozenset(present)
        """The members who are connected."""
        self.answer_ms = answer_ms
        """How long players have to agree to the next match."""
        self.may_list = may_list
        """Whether the server lists rooms on its first page."""

    @property
    def room(self) -> Room:
        """The room as it will be once the change is stored."""
        return self.state

    def _apply(self, event: StoredEvent, number: int) -> None:
        apply(self.state, event, number, self.now)

    def set_seats(
        self, seats: Iterable[Place], watches: Iterable[tuple[DeviceNumber, bool]] = ()
    ) -> None:
        """Record other seats of the next match, and who sits out by choice now."""
        shapes = [place.shape() for place in seats]
        self.apply_and_record("seats_changed", seats=shapes, watches=[[*one] for one in watches])

    def require_member(self) -> Member:
        """Return who makes the change; refuse those who have not joined, and those who may not."""
        room, number = self.room, self.device_number
        member = room.members.get(number)
        if member is None:
            raise refusal("removed" if number in room.removed else "not-a-member")
        limit = MAX_HOST_CHANGES if number == room.host else MAX_GUEST_CHANGES
        if room.changes.get(number, 0) >= limit:
            raise refusal("room-full", limit=limit)
        return member

    def require_host(self) -> Member:
        """Return the host, who makes the change; refuse everybody else."""
        member = self.require_member()
        if member.number != self.room.host:
            raise refusal("room-host-only")
        return member

    def other_member(self, number: int) -> Member:
        """Find a member by number."""
        member = self.room.members.get(DeviceNumber(number))
        if member is None:
            raise refusal("no-such-member", member=number)
        return member
