"""A fair queue for a few slots: whoever has used the least time is served next.

Work is queued per owner. Time is shared fairly between addresses first, and between the devices of
an address second. So sixty tables of one person, or sixty devices behind one address, delay anybody
else by one job at most.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import NamedTuple

from punto.rules.errors import PuntoError

EXPECTED_SECONDS = 0.05
"""Charged when a job starts, so that one owner does not get all free slots at once."""


class Owner(NamedTuple):
    """On whose behalf work is done."""

    device: str
    address: str = ""
    """Empty if unknown; such devices share the time of one address."""


NOBODY = Owner("")
"""The server itself, which does what is due."""

current_owner: ContextVar[Owner] = ContextVar("current_owner", default=NOBODY)
"""On whose behalf the current task works; the middleware sets it for every request."""


class BusyError(PuntoError):
    """Too much work is queued, of this owner or of all."""

    def __init__(self) -> None:
        super().__init__("busy", "too much work is waiting already: try again in a moment")


class Slot:
    """A slot in use. Set `seconds` to charge something other than the time that passed."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.seconds: float | None = None

    def cost_seconds(self) -> float:
        """Return what to charge."""
        return time.perf_counter() - self.began if self.seconds is None else self.seconds


class Usage:
    """The time used and the work queued by one party: everybody, an address, or a device.

    `clock_seconds` is the time used by the member that was served last. A new member starts there:
    nobody saves up time by having been away.
    """

    def __init__(self, used_seconds: float = 0.0) -> None:
        self.used_seconds = used_seconds
        self.clock_seconds = 0.0
        self.running = 0
        self.waiting = 0
        self.members: dict[str, Usage] = {}
        self.queue: deque[asyncio.Future[None]] = deque()

    def member(self, name: str) -> "Usage":
        """Find or add a member."""
        if name not in self.members:
            self.members[name] = Usage(self.clock_seconds)
        return self.members[name]

    def next_member(self) -> "Usage":
        """Find the member with queued work that has used the least time."""
        waiting = (member for member in self.members.values() if member.waiting)
        found = min(waiting, key=lambda member: member.used_seconds)
        self.clock_seconds = max(self.clock_seconds, found.used_seconds)
        return found


class FairSlots:
    """A semaphore that admits the owner who has used the least time so far."""

    def __init__(
        self, count: int, *, waiting: int, waiting_per_device: int, waiting_per_address: int
    ) -> None:
        self.free, self.waiting = count, waiting
        self.waiting_per_device = waiting_per_device
        self.waiting_per_address = waiting_per_address
        self.everybody = Usage()

    @asynccontextmanager
    async def slot(self, owner: Owner) -> AsyncIterator[Slot]:
        """Wait for a slot and hold it. Raises BusyError if too much of the owner's work waits."""
        await self._enter(owner)
        slot = Slot()
        try:
            yield slot
        finally:
            self._leave(owner, slot.cost_seconds())

    def close(self) -> None:
        """Cancel everything that waits."""
        for address in self.everybody.members.values():
            for device in address.members.values():
                for future in device.queue:
                    future.cancel()

    def _usages(self, owner: Owner) -> tuple[Usage, Usage, Usage]:
        address = self.everybody.member(owner.address)
        return self.everybody, address, address.member(owner.device)

    async def _enter(self, owner: Owner) -> None:
        usages = _, address, device = self._usages(owner)
        if (
            device.waiting >= self.waiting_per_device
            or address.waiting >= self.waiting_per_address
            or self.everybody.waiting >= self.waiting
        ):
            self._forget_if_idle(owner)
            raise BusyError
        future = asyncio.get_running_loop().create_future()
        device.queue.append(future)
        for usage in usages:
            usage.waiting += 1
        self._admit()
        try:
            await future
        except asyncio.CancelledError:
            if future in device.queue:
                device.queue.remove(future)
                for usage in usages:
                    usage.waiting -= 1
                self._forget_if_idle(owner)
            else:  # it was admitted at the same moment
                self._leave(owner, 0.0)
            raise

    def _admit(self) -> None:
        """Give free slots to those who wait."""
        while self.free and self.everybody.waiting:
            address = self.everybody.next_member()
            device = address.next_member()
            self.free -= 1
            for usage in (self.everybody, address, device):
                usage.waiting -= 1
                usage.running += 1
                usage.used_seconds += EXPECTED_SECONDS
            future = device.queue.popleft()
            if not future.cancelled():
                future.set_result(None)

    def _leave(self, owner: Owner, seconds: float) -> None:
        self.free += 1
        for usage in self._usages(owner):
            usage.running -= 1
            usage.used_seconds += seconds - EXPECTED_SECONDS
        self._forget_if_idle(owner)
        self._admit()

    def _forget_if_idle(self, owner: Owner) -> None:
        _, address, device = self._usages(owner)
        if not device.waiting and not device.running:
            del address.members[owner.device]
        if not address.waiting and not address.running:
            del self.everybody.members[owner.address]
