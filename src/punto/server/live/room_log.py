"""The log of one room, with what is due there."""

from collections.abc import Sequence

from punto.rules.errors import PuntoError
from punto.server.live.event_log import EventLog
from punto.server.room.change import RoomChange
from punto.server.room.effects import apply_rows
from punto.server.room.errors import refusal
from punto.server.room.room import Room
from punto.server.store.model import Due, EventRow


class RoomLog(EventLog[Room]):
    """Reads and appends the events of a room."""

    def new_state(self) -> Room:
        """Make the room before its first event."""
        return Room(self.code)

    def apply_rows(self, state: Room, rows: Sequence[EventRow]) -> None:
        """Apply stored events."""
        apply_rows(state, rows)

    def missing(self) -> PuntoError:
        """Make the error for a code that no room has."""
        return refusal("no-such-room")

    def follow(self, state: Room) -> None:
        """Nothing is kept: what is due is stored with every event."""

    async def append(self, change: RoomChange) -> list[EventRow]:
        """Store the events of a change. They are on the disk when this returns.

        Raises ConflictError if another node has stored an event first.
        """
        room = change.room
        joined = {"room_opened", "joined", "match_ended"}
        is_membership = any(event.kind in joined for event in change.events)
        return await self.store_events(
            change,
            phase=room.phase,
            due=due_of(room),
            devices=member_devices(room) if is_membership else (),
        )


def due_of(room: Room) -> Due | None:
    """Find when the server must begin the next match by itself."""
    return None if room.call is None else Due(room.call.until, "room")


def member_devices(room: Room) -> list[str]:
    """List the devices of the members."""
    return [room.devices[number - 1] for number in sorted(room.members)]
