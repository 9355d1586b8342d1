"""The rooms that hosts have listed on the first page, on this node and on the others.

Whether a room is listed is in its log. That somebody is there now is known only to the nodes where
they are connected, so each node tells the others about its own listed rooms every two seconds. If
the bus is down, a node lists its own alone.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from typing_extensions import TypedDict

from punto.server.live.room_actor import RoomActor
from punto.server.live.services import Services
from punto.server.room.room_view import open_room_shape
from punto.server.wire.rooms import MAX_MEMBERS, OpenRoom

MAX_SHOWN = 20
"""Rooms in one response."""

MAX_TOLD = 2 * MAX_SHOWN
"""Rooms of which a node tells the others."""

CACHE_SECONDS = 1.0
"""How long a list is used again: finding the listed rooms means looking at all rooms in use."""


class ListedRoom(TypedDict):
    """A listed room, as nodes tell each other."""

    room: str
    number: int
    """The last event that the node knows."""
    listed_at: int
    rank: int
    """How many rooms of the same address come before it on its node."""
    shape: OpenRoom


class OpenRoomList:
    """Finds the listed rooms in which somebody is."""

    def __init__(
        self,
        services: Services,
        rooms: Mapping[str, RoomActor],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.services, self.rooms, self.clock = services, rooms, clock
        self._elsewhere: dict[str, Sequence[ListedRoom]] = {}
        """What each of the other nodes told last."""
        self._shown: list[OpenRoom] = []
        self._shown_until = 0.0

    def own(self) -> list[ListedRoom]:
        """List the rooms in which somebody is connected to this node."""
        if not self.services.config.open_rooms:
            return []
        found = [listed for actor in self.rooms.values() if (listed := listed_room(actor))]
        found.sort(key=lambda one: urgency(one[0]))
        ranks: Counter[str] = Counter()
        for entry, address in found:
            entry["rank"] = ranks[address]
            ranks[address] += 1
        return sorted((entry for entry, _ in found), key=lambda one: one["rank"])[:MAX_TOLD]

    def shown(self) -> list[OpenRoom]:
        """List what everybody may see, at most `MAX_SHOWN` rooms.

        If there are more, each address gets its first room listed before another gets its second.
        """
        now = self.clock()
        if now >= self._shown_until:
            self._shown, self._shown_until = self._merged(), now + CACHE_SECONDS
        return self._shown

    def _merged(self) -> list[OpenRoom]:
        if not self.services.config.open_rooms:
            return []
        newest: dict[str, ListedRoom] = {}
        for entry in (*self.own(), *(one for told in self._elsewhere.values() for one in told)):
            known = newest.get(entry["room"])
            if known is None or known["number"] < entry["number"]:
                newest[entry["room"]] = entry
        fair = sorted(newest.values(), key=lambda one: (one["rank"], urgency(one)))[:MAX_SHOWN]
        return [entry["shape"] for entry in sorted(fair, key=urgency)]

    def learn(self, node: str, rooms: Sequence[ListedRoom]) -> None:
        """Note the listed rooms of another node."""
        self._elsewhere[node] = rooms
        self._shown_until = 0.0

    def lose_node(self, node: str) -> None:
        """Forget the rooms of a node that is gone."""
        self._elsewhere.pop(node, None)
        self._shown_until = 0.0


def listed_room(actor: RoomActor) -> tuple[ListedRoom, str] | None:
    """Describe a room with the address that pays for it; None if it is not for everybody to see.

    A locked or full room takes nobody in, and in one without people nobody waits.
    """
    room = actor.state
    if room is None or room.listed is None or not actor.presence.clients:
        return None
    connected = actor.presence.connected(room)
    if room.is_locked or not connected or len(room.members) >= MAX_MEMBERS:
        return None
    entry: ListedRoom = {
        "room": room.room_code,
        "number": room.number,
        "listed_at": room.listed_at,
        "rank": 0,
        "shape": open_room_shape(room, room.listed, connected),
    }
    return entry, actor.presence.owner(room).address


def urgency(entry: ListedRoom) -> tuple[bool, bool, int, int, str]:
    """Sort by who can play soonest: no match is on, a seat is open, few are missing."""
    shape = entry["shape"]
    missing = shape["players"].count(None)
    return shape["is_playing"], not missing, missing, entry["listed_at"], entry["room"]
