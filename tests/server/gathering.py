"""People at a server: everything that is sent to any of them must match the published schema."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .client import Client, Device
from .contract import check_sent


class Gathering:
    """Devices and their sockets, which are closed and checked at the end."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.devices: list[Device] = []
        self.clients: list[Client] = []

    def device(self, url: str = "") -> Device:
        """Bring a device that the server has not seen; it may go to another one."""
        device = Device(url or self.url)
        self.devices.append(device)
        return device

    async def sit(self, code: str, device: Device | None = None) -> Client:
        """Open a socket at a table, with a new device if none is named."""
        client = Client(device or self.device(), code)
        self.clients.append(client)
        await client.begin()
        return client

    async def close(self) -> None:
        """Let all go."""
        for client in self.clients:
            await client.close()
        for device in self.devices:
            await device.close()

    def check(self) -> None:
        """Look at all that they were sent."""
        for client in self.clients:
            assert client.received
            for text in client.received:
                check_sent(text)


@asynccontextmanager
async def gathering(url: str) -> AsyncIterator[Gathering]:
    """Have people at a server as long as the block lasts."""
    people = Gathering(url)
    try:
        yield people
    finally:
        await people.close()
    people.check()
