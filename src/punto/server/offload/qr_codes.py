"""QR codes of links: drawn in a thread, one at a time, and cached for the usual hosts."""

import asyncio

from punto.server.config.settings import Config
from punto.server.limits.fair_queue import FairSlots, Owner
from punto.server.links import known_hosts, qr_svg
from punto.server.process.byte_cache import ByteCache

CACHE_BYTES = 4 * 2**20
"""Several hundred QR codes of a few kilobytes each."""

WAITING, WAITING_PER_ADDRESS, WAITING_PER_DEVICE = 256, 32, 8
"""Requests that may wait for the thread; more are refused as busy."""


class QrCodes:
    """Draws QR codes in a thread. A fair queue decides whose is next."""

    def __init__(self, config: Config) -> None:
        self.config, self.cache = config, ByteCache(CACHE_BYTES)
        self.hosts = known_hosts(config)
        self.slots = FairSlots(
            1,
            waiting=WAITING,
            waiting_per_device=WAITING_PER_DEVICE,
            waiting_per_address=WAITING_PER_ADDRESS,
        )

    async def draw(self, owner: Owner, link: str) -> bytes:
        """Draw the QR code of a link. Raises BusyError."""
        async with self.slots.slot(owner):
            return (await asyncio.to_thread(qr_svg, link)).encode()

    async def of_table(self, owner: Owner, link: str, *, is_usual: bool) -> bytes:
        """Draw the QR code of a table's link, or return the cached one; cache only usual hosts.

        The host of a link is what the client sent. Clients could make up any number of hosts, and
        each would evict a QR code that somebody needs.
        """
        picture = self.cache.get(link)
        if picture is None:
            picture = await self.draw(owner, link)
            if is_usual:
                self.cache.put(link, picture)
        return picture

    def is_usual(self, host: str, server: tuple[str, int | None] | None) -> bool:
        """Whether links are the same for all; `server` is where the request arrived, if known."""
        if server is None:
            return bool(self.config.public_url)
        address, port = server
        numeric = f"[{address}]" if ":" in address else address
        hosts = {*self.hosts, numeric}
        is_own = host in hosts or (host.endswith(f":{port}") and host[: -len(f":{port}")] in hosts)
        return bool(self.config.public_url) or is_own
