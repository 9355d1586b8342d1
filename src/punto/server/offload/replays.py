"""Replays of matches as JSON: computed in another process, one at a time, and cached if final."""

from punto.server.limits.fair_queue import FairSlots, Owner
from punto.server.offload.jobs import REFUSED, error_in
from punto.server.offload.process import ChildProcess
from punto.server.process.byte_cache import ByteCache

CACHE_BYTES = 16 * 2**20
WAITING, WAITING_PER_ADDRESS, WAITING_PER_DEVICE = 64, 8, 4
"""Requests that may wait for the other process; more are refused as busy."""


class Replays:
    """Caches of records and replays. Finished matches do not change, so they are computed once."""

    def __init__(self) -> None:
        self.records, self.replays = ByteCache(CACHE_BYTES), ByteCache(CACHE_BYTES)
        self.child = ChildProcess("punto.server.offload.child")
        self.slots = FairSlots(
            1,
            waiting=WAITING,
            waiting_per_device=WAITING_PER_DEVICE,
            waiting_per_address=WAITING_PER_ADDRESS,
        )

    async def of_record(self, owner: Owner, record: bytes) -> bytes:
        """Check a record and return its replay. Raises RecordError, or BusyError."""
        async with self.slots.slot(owner):
            return await self._read(record)

    async def of_table(self, owner: Owner, code: str, record: bytes) -> bytes:
        """Return the replay of a table whose match is over. Raises BusyError."""
        async with self.slots.slot(owner):
            replay = self.replays.get(code)  # another request may have computed it meanwhile
            if replay is None:
                replay = await self._read(record)
                self.replays.put(code, replay)
            return replay

    async def _read(self, record: bytes) -> bytes:
        status, text = await self.child.ask(record)
        if status == REFUSED:
            raise error_in(text)
        return text

    def forget(self) -> None:
        """Clear the caches, after tables were deleted."""
        self.records.clear()
        self.replays.clear()

    async def close(self) -> None:
        """Refuse waiting requests, and kill the other process."""
        self.slots.close()
        await self.child.close()
