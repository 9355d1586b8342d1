"""The balancer finds live nodes, and breaks connections the way networks do."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from server.server_process import free_port

from .balancer import Balancer

SOON, LATE = 0.3, 60.0
"""Seconds in which nothing comes, and in which something must have come."""


@asynccontextmanager
async def node(port: int) -> AsyncIterator[None]:
    """Answer every line with it and the number of the port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(f"{port} ".encode() + line)
        except ConnectionError:
            pass
        finally:
            writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", port):
        yield


class Caller:
    """A connection through the balancer."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self, word: str = "hello") -> str:
        """Say something, and give the answer; nothing if the connection is lost."""
        try:
            self.writer.write(f"{word}\n".encode())
            return (await asyncio.wait_for(self.reader.readline(), LATE)).decode().strip()
        except ConnectionError:
            return ""


class Street(Balancer):
    """A balancer that people call."""

    def __init__(self, *ports: int) -> None:
        super().__init__(ports, random.Random(1))
        self.callers: list[Caller] = []

    async def caller(self) -> Caller:
        self.callers.append(Caller(*await asyncio.open_connection("127.0.0.1", self.port)))
        return self.callers[-1]

    async def __aexit__(self, *error: Any) -> None:
        for caller in self.callers:
            caller.writer.close()
        closing = (caller.writer.wait_closed() for caller in self.callers)
        await asyncio.gather(*closing, return_exceptions=True)
        await super().__aexit__(*error)


Story = Callable[[Street], Coroutine[None, None, None]]


def told(story: Story, *living: int, dead: int | None = None) -> None:
    async def whole() -> None:
        async with AsyncExitStack() as stack, asyncio.timeout(LATE):
            for port in living:
                await stack.enter_async_context(node(port))
            ports = living if dead is None else (*living, dead)
            await story(await stack.enter_async_context(Street(*ports)))

    asyncio.run(whole())


async def several(street: Street, count: int) -> list[Caller]:
    return [await street.caller() for _ in range(count)]


def test_connections_go_to_all_nodes_that_live() -> None:
    one, two, dead = (free_port() for _ in range(3))

    async def story(street: Street) -> None:
        answers = [await caller.ask() for caller in await several(street, 30)]
        assert set(answers) == {f"{one} hello", f"{two} hello"}
        assert set(street.carried) == {one, two}
        assert street.carried.total() == 30

    told(story, one, two, dead=dead)


def test_where_no_node_lives_the_connection_is_ended() -> None:
    async def story(street: Street) -> None:
        assert await (await street.caller()).ask() == ""

    told(story, dead=free_port())


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_connections_that_are_cut_end_and_new_ones_go_through(share: float) -> None:
    port = free_port()

    async def story(street: Street) -> None:
        callers = await several(street, 4)
        assert [await caller.ask() for caller in callers] == [f"{port} hello"] * 4
        assert street.cut_some(share, random.Random(2)) == 8 * share
        assert "" in [await caller.ask() for caller in callers]
        assert await (await street.caller()).ask() == f"{port} hello"

    told(story, port)


def test_connections_that_are_lost_stay_open_and_silent() -> None:
    port = free_port()

    async def story(street: Street) -> None:
        caller = await street.caller()
        assert await caller.ask() == f"{port} hello"
        assert street.lose_some(1, random.Random(3)) == 2
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(caller.ask(), SOON)
        assert await (await street.caller()).ask() == f"{port} hello"

    told(story, port)


def test_delayed_words_come_late_and_in_order() -> None:
    port = free_port()

    async def story(street: Street) -> None:
        caller = await street.caller()
        assert await caller.ask("a") == f"{port} a"
        street.delay = SOON
        begun = asyncio.get_running_loop().time()
        assert [await caller.ask(word) for word in "bc"] == [f"{port} b", f"{port} c"]
        assert asyncio.get_running_loop().time() - begun >= 4 * SOON

    told(story, port)
