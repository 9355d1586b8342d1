"""QR codes of links: drawn outside the event loop, one at a time, and kept where that is of use."""

import asyncio

from punto.server.config.settings import Config
from punto.server.limits.fair_queue import FairSlots, Owner
from punto.server.links import known_hosts, qr_svg
from punto.server.process.byte_cache import ByteCache

CACHE_BYTES = 4 * 2**20
"""Some hundred QR codes of a few kilobytes each."""

WAITING, WAITING_PER_ADDRESS, WAITING_PER_DEVICE = 256, 32, 8
"""Pictures that may wait for the thread; more are refused as busy."""


class QrCodes:
    """Draws links in a thread. Whoever used the least time is next."""

    def __init__(self, config: Config) -> None:
        self.config, self.kept = config, ByteCache(CACHE_BYTES)
        self.names = known_hosts(config)
        self.slots = FairSlots(
            1,
            waiting=WAITING,
            waiting_per_device=WAITING_PER_DEVICE,
            waiting_per_address=WAITING_PER_ADDRESS,
        )

    async def draw(self, owner: Owner, link: str) -> bytes:
        """Draw a link. Raises BusyError."""
        async with self.slots.slot(owner):
            return (await asyncio.to_thread(qr_svg, link)).encode()

    async def of_table(self, owner: Owner, link: str, *, is_usual: bool) -> bytes:
        """Draw the link of a table, once for all who ask; unusual hosts are not kept.

        The host of a link is what the client says: any number would do, and each would take the
        place of a picture that somebody needs.
        """
        picture = self.kept.get(link)
        if picture is None:
            picture = await self.draw(owner, link)
            if is_usual:
                self.kept.put(link, picture)
        return picture

    def is_usual(self, host: str, server: tuple[str, int | None] | None) -> bool:
        """Whether links are the same for all; `server` is where the request arrived, if known."""
        if server is None:
            return bool(self.config.public_url)
        address, port = server
        numeric = f"[{address}]" if ":" in address else address
        names = {*self.names, numeric}
        is_own = host in names or (host.endswith(f":{port}") and host[: -len(f":{port}")] in names)
        return bool(self.config.public_url) or is_own
