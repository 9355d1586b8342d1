"""The log of a room or a tournament, with what is due there."""

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from punto.server.live.event_log import EventLog
from punto.server.store.model import Due, EventRow
from punto.server.table.draft import Draft
from punto.server.table.group_state import GroupState

G = TypeVar("G", bound=GroupState)
D = TypeVar("D", bound=Draft[Any])


class GroupLog(EventLog[G, D]):
    """Reads and appends the events of a room or a tournament."""

    membership_events: ClassVar[frozenset[str]]
    """After these it is among the recent ones of everybody who belongs to it."""

    @abstractmethod
    def due_of(self, state: G, now: int) -> Due | None:
        """Find what the server must do by itself, and when."""

    def follow(self, state: G) -> None:
        """Nothing is kept: what is due is stored with every event."""

    async def append(self, change: D) -> list[EventRow]:
        """Store the events of a change, with what is due after them."""
        state: G = change.state
        is_membership = any(event.kind in self.membership_events for event in change.events)
        return await self.store_events(
            change,
            phase=state.phase,
            due=self.due_of(state, change.now),
            devices=member_devices(state) if is_membership else (),
        )


def member_devices(state: GroupState) -> list[str]:
    """List the devices of everybody who belongs here."""
    return [state.devices[number - 1] for number in sorted(state.known)]
