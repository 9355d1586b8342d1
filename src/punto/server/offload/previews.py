"""Pictures for link previews: painted in another process, one at a time, and cached."""

from punto.server.limits.fair_queue import FairSlots, Owner
from punto.server.offload.process import ChildProcess
from punto.server.painting.table_picture import Scene
from punto.server.process.byte_cache import ByteCache
from punto.server.wire.encoding import encode

CACHE_BYTES = 8 * 2**20
"""Some two hundred pictures."""

WAITING, WAITING_PER_ADDRESS, WAITING_PER_DEVICE = 64, 8, 4
"""Requests that may wait for the other process; more are refused as busy."""


class Previews:
    """Paints pictures. What they show is their key in the cache, so none can be out of date."""

    def __init__(self) -> None:
        self.cache = ByteCache(CACHE_BYTES)
        self.child = ChildProcess("punto.server.offload.painter")
        self.slots = FairSlots(
            1,
            waiting=WAITING,
            waiting_per_device=WAITING_PER_DEVICE,
            waiting_per_address=WAITING_PER_ADDRESS,
        )

    async def picture(self, owner: Owner, scene: Scene) -> bytes:
        """Paint a scene as PNG, or return the cached picture. Raises BusyError."""
        key = encode(scene)
        picture = self.cache.get(key)
        if picture is None:
            async with self.slots.slot(owner):
                picture = self.cache.get(key)  # another request may have asked for the same
                if picture is None:
                    _, picture = await self.child.ask(key.encode())
                    self.cache.put(key, picture)
        return picture

    async def close(self) -> None:
        """Refuse waiting requests, and kill the other process."""
        self.slots.close()
        await self.child.close()
