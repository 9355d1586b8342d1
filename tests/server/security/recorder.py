"""A proxy that records every byte the server sends to one device."""

import asyncio
from contextlib import suppress

from server.client import Device

OVER = '"kind":"over"'
"""This is in the event with which a match ends."""


class Recorder:
    """Stands between a device and the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.sent = bytearray()
        """Everything the server sent, in order."""
        self._ends: list[asyncio.StreamWriter] = []
        self._talks: list[asyncio.Future[tuple[None, None]]] = []

    async def __aenter__(self) -> "Recorder":
        self.server = await asyncio.start_server(self._serve, "127.0.0.1")
        port = self.server.sockets[0].getsockname()[1]
        self.device = Device(f"http://127.0.0.1:{port}")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.device.close()
        self.server.close()
        for end in self._ends:
            end.close()
        await asyncio.gather(*self._talks)
        for end in self._ends:
            with suppress(OSError):  # the other side may have been quicker
                await end.wait_closed()
        await self.server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        source, target = await asyncio.open_connection("127.0.0.1", self.port)
        self._ends += [target, writer]
        talk = asyncio.gather(self._pass(reader, target, False), self._pass(source, writer, True))
        self._talks.append(talk)
        await talk

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, keep: bool
    ) -> None:
        with suppress(OSError):
            while part := await reader.read(65_536):
                if keep:
                    self.sent += part
                writer.write(part)
                await writer.drain()
        writer.close()

    @property
    def text(self) -> str:
        """Everything that was sent, one character per byte."""
        return self.sent.decode("latin-1")

    @property
    def matches_over(self) -> int:
        """How many matches the device was told the end of."""
        return self.text.count(OVER)

    def until_over(self, count: int) -> str:
        """Everything that was sent before that many matches were over."""
        return OVER.join(self.text.split(OVER)[:count])

    @property
    def id(self) -> str:
        """The id of the device, which only it and the server know."""
        (cookie,) = self.device.http.cookies.values()
        return cookie.partition(".")[0]
