"""A fair queue for a few slots: whoever used the least time is served next.

Work is queued per owner, and owners share by address first and by device second. So sixty tables of
one person, or sixty devices behind one address, delay somebody else by one job at most.
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
"""Charged while a job runs, so that one owner does not get all free slots at once."""


class Owner(NamedTuple):
    """Whose work it is."""

    device: str
    address: str = ""
    """Empty if it is not known; all such devices then share as if they had one address."""


NOBODY = Owner("")
"""The server itself: it does what is due."""

asking: ContextVar[Owner] = ContextVar("asking", default=NOBODY)
"""On whose behalf the current task works; the guard sets it for every request."""


class BusyError(PuntoError):
    """As much work is waiting, of this owner or of all, as is allowed."""

    def __init__(self) -> None:
        super().__init__("busy", "too much is waiting already: try again in a moment")


class Slot:
    """A place at work. Set `seconds` to charge something else than the time that passed."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.seconds: float | None = None

    def cost_seconds(self) -> float:
        """Tell what to charge."""
        return time.perf_counter() - self.began if self.seconds is None else self.seconds


class Share:
    """The time that somebody used, and what waits: of all, of an address, or of a device.

    `clock_seconds` is what the member served last had used. A member that comes anew starts there:
    nobody saves up time by having been away.
    """

    def __init__(self, used_seconds: float = 0.0) -> None:
        self.used_seconds = used_seconds
        self.clock_seconds = 0.0
        self.running = 0
        self.waiting = 0
        self.members: dict[str, Share] = {}
        self.queue: deque[asyncio.Future[None]] = deque()

    def member(self, name: str) -> "Share":
        """Find a member, or let it come in."""
        if name not in self.members:
            self.members[name] = Share(self.clock_seconds)
        return self.members[name]

    def next_member(self) -> "Share":
        """Find the member that has used the least of those with waiting work."""
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
        self.everybody = Share()

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

    def _shares(self, owner: Owner) -> tuple[Share, Share, Share]:
        address = self.everybody.member(owner.address)
        return self.everybody, address, address.member(owner.device)

    async def _enter(self, owner: Owner) -> None:
        shares = _, address, device = self._shares(owner)
        if (
            device.waiting >= self.waiting_per_device
            or address.waiting >= self.waiting_per_address
            or self.everybody.waiting >= self.waiting
        ):
            self._forget_if_idle(owner)
            raise BusyError
        future = asyncio.get_running_loop().create_future()
        device.queue.append(future)
        for share in shares:
            share.waiting += 1
        self._admit()
        try:
            await future
        except asyncio.CancelledError:
            if future in device.queue:
                device.queue.remove(future)
                for share in shares:
                    share.waiting -= 1
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
            for share in (self.everybody, address, device):
                share.waiting -= 1
                share.running += 1
                share.used_seconds += EXPECTED_SECONDS
            future = device.queue.popleft()
            if not future.cancelled():
                future.set_result(None)

    def _leave(self, owner: Owner, seconds: float) -> None:
        self.free += 1
        for share in self._shares(owner):
            share.running -= 1
            share.used_seconds += seconds - EXPECTED_SECONDS
        self._forget_if_idle(owner)
        self._admit()

    def _forget_if_idle(self, owner: Owner) -> None:
        _, address, device = self._shares(owner)
        if not device.waiting and not device.running:
            del address.members[owner.device]
        if not address.waiting and not address.running:
            del self.everybody.members[owner.address]
