"""The log of one table as it is used: how the table stands, and what was said of it lately."""

from collections import deque

from punto.server.codes import no_such_table
from punto.server.live import texts
from punto.server.live.due import due_of
from punto.server.live.services import Services
from punto.server.store.append import KEEP, Append, Due, Event
from punto.server.store.rows import Entry
from punto.server.table.deed import Deed
from punto.server.table.effects import table_of
from punto.server.table.fact import sent_text, stored_text
from punto.server.table.table import Table

KEPT = 64
"""Events that are kept at hand for clients that lack a few; others get a snapshot."""

FEW = 2
"""So many events are always shorter than a snapshot."""

PAGE = 1000

JOINING = {"opened", "seat_changed", "handed_over", "over"}
"""After these a table is among the recent ones of everybody who sits there."""


class Journal:
    """Reads the log when that is needed, and goes on with it."""

    def __init__(self, code: str, services: Services, table: Table | None = None) -> None:
        self.code, self.services = code, services
        self.table = table
        """How the table stands; None if that is not known, or not any more."""
        self.recent: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.unsaid: list[str] = []
        """Events in the log that clients were not told of, because storing them seemed to fail,
        or because another node stored them."""
        self._due: Due | None = None
        self._told = 0

    async def current(self) -> Table:
        """Find how the table stands."""
        if self.table is None:
            entries: list[Entry] = []
            while page := await self.services.store.read(self.code, len(entries), PAGE):
                entries += page
            if not entries:
                raise no_such_table()
            self.table = table_of(self.code, entries)
            self._due = None
            self.recent.clear()
            self.recent.extend((entry.number, sent_text(*entry)) for entry in entries[-KEPT:])
            if self._told:
                self.unsaid += [text for number, text in self.recent if number > self._told]
            self._told = self.table.number
        return self.table

    def forget(self) -> None:
        """Read the log again before anything else: the table knows of what did not happen."""
        self.table = None

    async def commit(self, deed: Deed) -> list[str]:
        """Store what a deed has done; when that is on the disk, answer the events as text."""
        table, facts = deed.table, deed.facts
        if not facts:
            return []
        after, due = table.number - len(facts), due_of(table, deed.now)
        bodies = [stored_text(fact) for fact in facts]
        append = Append(
            self.code,
            after,
            deed.now,
            [Event(fact.kind, body) for fact, body in zip(facts, bodies, strict=True)],
            phase=table.phase,
            due=KEEP if due is None and self._due is None else due,
            devices=members(table) if any(fact.kind in JOINING for fact in facts) else (),
        )
        try:
            await self.services.store.append(append)
        except BaseException:
            self.forget()
            raise
        self._due = due
        written = [
            sent_text(number, deed.now, fact.kind, body)
            for number, (fact, body) in enumerate(zip(facts, bodies, strict=True), after + 1)
        ]
        self.recent.extend(enumerate(written, after + 1))
        self._told = table.number
        return written

    async def rest(self) -> None:
        """Note that nothing is due here any more."""
        table = await self.current()
        await self.services.store.append(
            Append(self.code, table.number, self.services.now(), due=None)
        )
        self._due = None

    async def again(self, number: int) -> str:
        """Tell of one event once more, however long ago it was."""
        entries = await self.services.store.read(self.code, number - 1, 1)
        return texts.events([sent_text(*entry) for entry in entries])

    def since(self, number: int | None) -> str:
        """Tell what happened after an event, or how the table stands if that is shorter."""
        table = self.table
        assert table is not None
        missing = [text for place, text in self.recent if number is None or place > number]
        if number is None or not table.number - len(missing) <= number <= table.number:
            return texts.snapshot(table)
        events = texts.events(missing)
        if len(missing) <= FEW:
            return events
        return min(events, texts.snapshot(table), key=len)


def members(table: Table) -> list[str]:
    """List the devices of the host and of all people."""
    return [table.devices[number - 1] for number in sorted({*table.people, table.host})]
