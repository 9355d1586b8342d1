"""A line to a Redis or Valkey server: commands go out, answers and messages come in."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

Command = tuple[str | bytes, ...]


class Line:
    """One connection, which is never made anew behind our back."""

    def __init__(self, connection: AbstractConnection) -> None:
        self.connection = connection

    async def send(self, *commands: Command) -> None:
        """Send commands together."""
        if not self.connection.is_connected:
            raise ConnectionError("the line is lost")
        packed = self.connection.pack_commands(commands)
        await self.connection.send_packed_command(packed, check_health=False)

    async def read(self) -> Any:
        """Wait for the next answer, or the next message."""
        return await self.connection.read_response(timeout=math.inf)


@asynccontextmanager
async def lines(address: str, patience: float) -> AsyncIterator[tuple[Line, Line]]:
    """Connect twice, for so many seconds at most."""
    pool = ConnectionPool.from_url(
        address,
        protocol=2,  # in which messages look like answers
        socket_connect_timeout=patience,
        # The library would wait with `wait_for`, which in Python 3.11 loses a cancellation at the
        # moment when all is sent: then a line that is lost is never given up.
        socket_timeout=None,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),
    )
    connections = [pool.make_connection() for _ in range(2)]  # type: ignore[no-untyped-call]
    try:
        async with asyncio.timeout(patience):
            for connection in connections:
                await connection.connect()
        speaking, hearing = map(Line, connections)
        yield speaking, hearing
    finally:
        for connection in connections:
            with suppress(Exception):
                await connection.disconnect(nowait=True)
