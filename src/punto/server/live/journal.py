"""The log of one table as it is used: how the table stands, and what was said of it lately."""

from collections import deque
from collections.abc import Sequence

from punto.server.live import client_messages, peer_messages
from punto.server.live.due import Duty, due_of, duty_of, parked
from punto.server.live.loading import Load
from punto.server.live.services import Services
from punto.server.store.errors import ConflictError
from punto.server.store.model import KEEP, Append, Due, EventRow, NewEvent
from punto.server.table.change import Change
from punto.server.table.codes import no_such_table
from punto.server.table.effects import apply
from punto.server.table.stored_event import read_stored_event, sent_text, stored_text
from punto.server.table.table import Table

KEPT = 64
"""Events that are kept at hand for clients that lack a few; others get a snapshot."""

FEW = 2
"""So many events are always shorter than a snapshot."""

PAGE = 250
"""Events that are read at a time: a few milliseconds."""

JOINING = {"opened", "seat_changed", "handed_over", "over"}
"""After these a table is among the recent ones of everybody who sits there."""

TURNING = {"opened", "started", "over"}
"""After these a table is in another phase."""


class Journal:
    """Reads the log when that is needed, and goes on with it."""

    def __init__(self, code: str, services: Services, table: Table | None = None) -> None:
        self.code, self.services = code, services
        self.table = table
        """How the table stands; None if that is not known, or not any more."""
        self.recent: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.unsaid: list[tuple[str, str]] = []
        """Kinds and texts of events in the log that clients were not told of, because storing
        them seemed to fail, or because another node stored them."""
        self.told = 0
        """The last event that is not news any more."""
        self.touched_at = 0
        """When the last event happened, in milliseconds since 1970."""
        self._duty: Duty | None = None
        """What is due according to the database."""
        self._ours: Duty | None = None
        """What this node has taken upon itself."""

    async def current(self) -> Table:
        """Find how the table stands, as far as this node knows."""
        if self.table is None:
            entries, table = await self._read_all()
            if not entries:
                raise no_such_table()
            self.table = table
            self._duty = duty_of(self.table)
            self.recent.clear()
            self.recent.extend((entry.number, sent_text(*entry)) for entry in entries[-KEPT:])
            if self.told:
                self._say_later(entries[self.told :])
            self.told, self.touched_at = self.table.number, entries[-1].at
        return self.table

    async def _read_all(self) -> tuple[list[EventRow], Table]:
        """Read the log page by page, so that a long one does not hold up the event loop."""
        entries, table = list[EventRow](), Table(self.code)
        async with self.services.loading.load(is_known=self.told > 0) as load:
            while await self._read_page(entries, table, load):
                pass
        return entries, table

    async def _read_page(self, entries: list[EventRow], table: Table, load: Load) -> bool:
        """Go on with the next page; tell whether there may be another."""
        page = await self.services.store.read(self.code, len(entries), PAGE)
        load.charge(len(page))
        for number, at, kind, body in page:
            apply(table, read_stored_event(kind, body), number, at)
        entries += page
        return len(page) == PAGE

    async def catch_up(self) -> Table:
        """Find how the table stands, whatever this node was told."""
        if self.table is None:
            return await self.current()
        while page := await self.services.store.read(self.code, self.table.number, PAGE):
            self.services.metrics.missed.inc(len(page))
            self.follow(page)
        return self.table

    def follow(self, entries: Sequence[EventRow]) -> bool:
        """Go on with what another node has stored; tell whether nothing is missing before it."""
        table = self.table
        if table is None or entries[0].number > table.number + 1:
            return False
        new = [entry for entry in entries if entry.number > table.number]
        try:
            for number, at, kind, body in new:
                apply(table, read_stored_event(kind, body), number, at)
        except Exception:
            self.forget()
            raise
        self._duty, self.told = duty_of(table), table.number
        self.recent.extend((entry.number, sent_text(*entry)) for entry in new)
        self._say_later(new)
        return True

    def _say_later(self, entries: Sequence[EventRow]) -> None:
        self.unsaid += ((entry.kind, sent_text(*entry)) for entry in entries)

    def is_ours(self, table: Table) -> bool:
        """Tell whether it is this node that sees to what is due."""
        if self.services.bus.is_alone:
            return True
        duty = duty_of(table)
        return duty is not None and duty == self._ours

    def take(self, table: Table) -> None:
        """Note that this node sees to what is due."""
        self._ours = duty_of(table)

    def forget(self) -> None:
        """Read the log again before anything else: the table knows of what did not happen."""
        self.table = None

    async def commit(self, change: Change) -> list[str]:
        """Store what a change has done; when that is on the disk, answer the events as text."""
        table = change.table
        if not change.events:
            return []
        events = [NewEvent(event.kind, stored_text(event)) for event in change.events]
        after, duty, now = table.number - len(events), duty_of(table), change.now
        kinds = {event.kind for event in events}
        append = Append(
            self.code,
            after,
            now,
            events,
            phase=None if kinds.isdisjoint(TURNING) else table.phase,
            due=KEEP if duty == self._duty else due_of(table, now, is_new=not after),
            devices=() if kinds.isdisjoint(JOINING) else members(table),
        )
        try:
            await self.services.store.append(append)
        except BaseException:
            self.forget()
            raise
        if duty != self._duty:
            self._duty = self._ours = duty
        if after and not self.services.bus.is_alone:
            entries = [
                EventRow(number, now, *event) for number, event in enumerate(events, after + 1)
            ]
            self.services.bus.say(self.code, peer_messages.events(entries))
        written = [sent_text(number, now, *event) for number, event in enumerate(events, after + 1)]
        self.recent.extend(enumerate(written, after + 1))
        self.told, self.touched_at = table.number, change.now
        return written

    async def rest(self) -> None:
        """Note that nothing is due here any more."""
        if await self._set_due(None):
            self._duty = None

    async def park(self) -> None:
        """Let a bot's turn wait until somebody comes: no node attends to it before.

        The row of what is due stays, so that the first who comes can take it, and only one node.
        """
        if await self._set_due(parked()):
            self._ours = None

    async def _set_due(self, due: Due | None) -> bool:
        """Change only what is due; tell whether nothing else happened meanwhile."""
        table = await self.current()
        try:
            await self.services.store.append(
                Append(self.code, table.number, self.services.now(), due=due)
            )
        except ConflictError:  # something happened elsewhere
            self.forget()
            return False
        return True

    async def again(self, number: int) -> str:
        """Tell of one event once more, however long ago it was."""
        entries = await self.services.store.read(self.code, number - 1, 1)
        return client_messages.events([sent_text(*entry) for entry in entries])

    def since(self, number: int | None) -> str:
        """Tell what happened after an event, or how the table stands if that is shorter."""
        table = self.table
        assert table is not None
        missing = [text for place, text in self.recent if number is None or place > number]
        if number is None or not table.number - len(missing) <= number <= table.number:
            return client_messages.snapshot(table)
        events = client_messages.events(missing)
        if len(missing) <= FEW:
            return events
        return min(events, client_messages.snapshot(table), key=len)


def members(table: Table) -> list[str]:
    """List the devices of the host and of all people."""
    return [table.devices[number - 1] for number in sorted({*table.people, table.host})]
