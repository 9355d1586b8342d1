"""A cable between a client and a server on this computer: it can be cut, and hold things up."""

import asyncio
import random
from contextlib import suppress
from types import TracebackType
from typing import Self

from server.server_process import free_port


class Cable:
    """Carries bytes from a port of its own to another one, in the event loop of the test."""

    def __init__(self, target: int) -> None:
        self.target, self.port = target, free_port()
        self.is_cut = False
        self.flows = asyncio.Event()
        self.flows.set()
        self.fatal = b""
        """The cable breaks when a client says this."""
        self.is_heard = True
        """Whether the server hears those words; the client never hears the answer."""
        self.stays_cut = False
        self.delay = 0.0
        """Seconds for which each piece is held up, in both directions."""
        self.lost: set[asyncio.StreamWriter] = set()
        """Ends that never hear anything again, and are not told so."""
        self.ends: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    def to(self, address: str) -> str:
        """Rewrite an address of the server, so that it leads through the cable."""
        return address.replace(f":{self.target}/", f":{self.port}/")

    def break_at(self, word: bytes, *, is_heard: bool, stays_cut: bool = False) -> None:
        """Break once, when a client says this."""
        self.fatal, self.is_heard, self.stays_cut = word, is_heard, stays_cut

    def cut(self) -> None:
        """End all connections, and let no new one through."""
        self.is_cut = True
        self._drop()

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def jam(self) -> None:
        """Let nothing through, neither on connections that are there nor on new ones."""
        self.flows.clear()

    def clear(self) -> None:
        """Let everything through on new connections; the old ones stay as they are."""
        self.flows = asyncio.Event()
        self.flows.set()

    def cut_some(self, share: float, chance: random.Random) -> int:
        """End some of the connections; count the ends."""
        chosen = self._some(share, chance)
        for writer in chosen:
            writer.transport.abort()
        return len(chosen)

    def lose_some(self, share: float, chance: random.Random) -> int:
        """Let nothing through any more to some ends, and leave them waiting; count them."""
        chosen = self._some(share, chance)
        self.lost.update(chosen)
        return len(chosen)

    def _some(self, share: float, chance: random.Random) -> list[asyncio.StreamWriter]:
        ends = sorted(self.ends, key=id)
        return chance.sample(ends, round(len(ends) * share))

    def _drop(self) -> None:
        for writer in self.ends:
            writer.transport.abort()
        self.ends.clear()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the server."""
        return await asyncio.open_connection("127.0.0.1", self.target)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        self.ends.add(writer)
        self._keep(asyncio.current_task())
        await self.flows.wait()
        try:
            there, back = await self._reach()
        except OSError:  # nobody is there
            self.ends.discard(writer)
            writer.transport.abort()
            return
        self.ends.add(back)
        for source, target, talks in ((reader, back, True), (there, writer, False)):
            self._keep(asyncio.create_task(self._carry(source, target, there if talks else None)))

    def _keep(self, task: asyncio.Task[None] | None) -> None:
        assert task is not None
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _carry(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        answers: asyncio.StreamReader | None,
    ) -> None:
        flows = self.flows
        with suppress(ConnectionError):
            while data := await source.read(65_536):
                await flows.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                if target in self.lost:
                    continue
                if target.is_closing():
                    break
                if answers and self.fatal and self.fatal in data:
                    self.fatal, self.is_cut = b"", self.stays_cut
                    await self._break(target, data)
                    return
                target.write(data)
                await target.drain()
        if target not in self.lost:
            self.ends.discard(target)
            target.close()

    async def _break(self, server: asyncio.StreamWriter, data: bytes) -> None:
        if self.is_heard:
            self.flows.clear()  # the answer does not get through
            server.write(data)
            await server.drain()
            await asyncio.sleep(0.3)
        self._drop()
        self.flows.set()

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.server.close()
        self._drop()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
