"""A log: read in pages, and appended to with optimistic concurrency."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from punto.rules.errors import PuntoError
from punto.server.live import peer_messages
from punto.server.live.loading import Load
from punto.server.live.services import Services
from punto.server.store.errors import ConflictError
from punto.server.store.model import KEEP, Append, DailyResult, Due, EventRow, Keep, NewEvent
from punto.server.table.draft import Draft
from punto.server.table.log_state import LogState
from punto.server.table.stored_event import encode_event

PAGE = 250
"""Events that are read at a time. Applying them takes a few milliseconds of the event loop."""

S = TypeVar("S", bound=LogState)
D = TypeVar("D", bound=Draft[Any])


class EventLog(ABC, Generic[S, D]):
    """Reads and appends the events of a table, a room or a tournament."""

    def __init__(self, code: str, services: Services) -> None:
        self.code, self.services = code, services
        self.kept_at_ms = 0
        """When the last event was stored, or the log was kept from being deleted."""

    @abstractmethod
    def new_state(self) -> S:
        """Make the state before the first event."""

    @abstractmethod
    def apply_rows(self, state: S, rows: Sequence[EventRow]) -> None:
        """Apply stored events."""

    @abstractmethod
    def missing(self) -> PuntoError:
        """Make the error for a log that does not exist."""

    @abstractmethod
    def follow(self, state: S) -> None:
        """Note what is due after events that another node stored."""

    @abstractmethod
    async def append(self, change: D) -> list[EventRow]:
        """Store the events of a change. They are on the disk when this returns.

        Raises ConflictError if another node has stored an event first.
        """

    async def load(self) -> tuple[S, list[EventRow]]:
        """Read the whole log. Raises `missing` if there is none."""
        state = self.new_state()
        async with self.services.loading.load() as load:
            rows = await self._apply_log(state, load)
        if not rows:
            raise self.missing()
        self.follow(state)
        self.kept_at_ms = rows[-1].at
        return state, rows

    async def read_after(self, state: S) -> tuple[S, list[EventRow]]:
        """Read what was stored after the last event of a state, and apply it to a copy."""
        draft = state.copy()
        return draft, await self._apply_log(draft)

    async def _apply_log(self, state: S, load: Load | None = None) -> list[EventRow]:
        """Apply the rest of the log page by page, so that it does not hold up the event loop."""
        rows: list[EventRow] = []
        while True:
            page = await self.services.store.read(self.code, state.number, PAGE)
            if load is not None:
                load.charge(len(page))
            self.apply_rows(state, page)
            rows += page
            if len(page) < PAGE:
                return rows

    async def read_one(self, number: int) -> list[EventRow]:
        """Read one event, however old it is."""
        return await self.services.store.read(self.code, number - 1, 1)

    async def store_events(
        self,
        draft: D,
        *,
        phase: str | None,
        due: Due | Keep | None = KEEP,
        devices: Sequence[str] = (),
        daily: DailyResult | None = None,
    ) -> list[EventRow]:
        """Append the events of a draft, and tell other nodes. They are on the disk after this.

        Raises ConflictError if another node has stored an event first.
        """
        now = draft.now
        events = [NewEvent(event.kind, encode_event(event)) for event in draft.events]
        after = draft.state.number - len(events)
        append = Append(
            self.code, after, now, events, phase=phase, due=due, devices=devices, daily=daily
        )
        await self.services.store.append(append)
        self.kept_at_ms = now
        rows = [EventRow(number, now, *event) for number, event in enumerate(events, after + 1)]
        if after and not self.services.bus.is_alone:
            self.services.bus.publish(self.code, peer_messages.events(rows))
        return rows

    async def store_due(self, state: S, due: Due | None) -> bool:
        """Store what is due; return False if another node stored something meanwhile."""
        try:
            await self.services.store.append(
                Append(self.code, state.number, self.services.now(), due=due)
            )
        except ConflictError:
            return False
        return True
