"""Codes by which people find a room: long ones in links, and short ones to read aloud.

A code is the name of a small log of its own, whose last event says which room it leads to. The
database decides who gets a code first, as it does for events. A code is only a pointer: the room
itself knows which of its codes are still valid.
"""

from punto.rules.errors import PuntoError
from punto.server.live.services import Services
from punto.server.room.change import Names
from punto.server.room.errors import refusal
from punto.server.room.room import ROOM
from punto.server.store.errors import ConflictError
from punto.server.store.model import Append, EventRow, NewEvent
from punto.server.table.codes import new_code, new_short_code, read_code, read_short_code
from punto.server.table.stored_event import decode_event

LINK, SHORT = "link:", "short:"
"""Before a code, these are the names of the logs."""

GIVEN = "code_given"
"""The kind of the events in these logs."""

SHORT_CODE_MS = 12 * 3600 * 1000
"""How long a short code leads to a room."""


class RoomNames:
    """Gives codes to rooms, and finds rooms by their codes."""

    def __init__(self, services: Services) -> None:
        self.store, self.now = services.store, services.now

    async def draw(self, room: str) -> Names:
        """Give a room a new link and a new short code."""
        while True:
            link = new_code()
            if await self._give(f"{LINK}{link}", room, 0, phase="over"):
                return await self.draw_short(room, link)

    async def draw_first(self) -> Names:
        """Draw codes for a new room, whose own code is its first link."""
        link = new_code()
        return await self.draw_short(link, link)

    async def draw_short(self, room: str, link: str) -> Names:
        """Give a room another short code. One that has expired may be given again."""
        while True:
            short, now = new_short_code(), self.now()
            last = await self._last(f"{SHORT}{short}")
            if last is not None and last.at + SHORT_CODE_MS > now:
                continue
            after = 0 if last is None else last.number
            if await self._give(f"{SHORT}{short}", room, after, phase="waiting"):
                return Names(link, short, now + SHORT_CODE_MS)

    async def find(self, code: str) -> tuple[str, str]:
        """Find the log of the room that a code leads to, and normalise the code.

        Raises no-such-room if there is none.
        """
        if short := read_short_code(code):
            last = await self._last(f"{SHORT}{short}")
            if last is None or last.at + SHORT_CODE_MS <= self.now():
                raise refusal("no-such-room")
            return room_in(last), short
        link = read_link(code)
        if await self.store.table(f"{ROOM}{link}") is not None:
            return f"{ROOM}{link}", link
        last = await self._last(f"{LINK}{link}")
        if last is None:
            raise refusal("no-such-room")
        return room_in(last), link

    async def _last(self, log: str) -> EventRow | None:
        row = await self.store.table(log)
        rows = await self.store.read(log, row.last - 1, 1) if row else []
        return rows[0] if rows else None

    async def _give(self, log: str, room: str, after: int, phase: str) -> bool:
        """Store where a code leads to; return False if somebody else has taken it."""
        event = NewEvent.of(GIVEN, {"room": room})
        try:
            await self.store.append(Append(log, after, self.now(), [event], phase=phase))
        except ConflictError:
            return False
        return True


def read_link(text: str) -> str:
    """Normalise the code of a link as people type it."""
    try:
        return read_code(text)
    except PuntoError:
        raise refusal("no-such-room") from None


def room_in(row: EventRow) -> str:
    """Read from an event of a code to which room it leads."""
    return f"{ROOM}{decode_event(row.kind, row.body).public['room']}"
