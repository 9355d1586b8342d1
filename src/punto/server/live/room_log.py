"""The log of one room, with what is due there."""

from collections.abc import Sequence

from punto.rules.errors import PuntoError
from punto.server.live.group_log import GroupLog
from punto.server.room.change import RoomChange
from punto.server.room.effects import apply_rows
from punto.server.room.errors import refusal
from punto.server.room.room import Room
from punto.server.store.model import Due, EventRow


class RoomLog(GroupLog[Room, RoomChange]):
    """Reads and appends the events of a room."""

    membership_events = frozenset({"room_opened", "joined", "match_ended"})

    def new_state(self) -> Room:
        """Make the room before its first event."""
        return Room(self.code)

    def apply_rows(self, state: Room, rows: Sequence[EventRow]) -> None:
        """Apply stored events."""
        apply_rows(state, rows)

    def missing(self) -> PuntoError:
        """Make the error for a code that no room has."""
        return refusal("no-such-room")

    def due_of(self, state: Room, now: int) -> Due | None:  # noqa: ARG002
        """Find when the server must begin the next match by itself."""
        return None if state.call is None else Due(state.call.until, "room")
