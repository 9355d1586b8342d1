"""Connections to a Redis or Valkey server: commands go out, replies and messages come in."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

Command = tuple[str | bytes, ...]


class RedisConnection:
    """One connection that the library never replaces behind our back."""

    def __init__(self, connection: AbstractConnection) -> None:
        self.connection = connection

    async def send(self, *commands: Command) -> None:
        """Send commands together. Raises ConnectionError."""
        if not self.connection.is_connected:
            raise ConnectionError("the connection is lost")
        packed = self.connection.pack_commands(commands)
        await self.connection.send_packed_command(packed, check_health=False)

    async def read(self) -> Any:
        """Wait for the next reply or message."""
        return await self.connection.read_response(timeout=math.inf)


@asynccontextmanager
async def connect_pair(
    address: str, timeout_seconds: float
) -> AsyncIterator[tuple[RedisConnection, RedisConnection]]:
    """Open two connections, one to publish and one to subscribe: Redis needs them separate."""
    pool = ConnectionPool.from_url(
        address,
        protocol=2,  # in which messages have the form of replies
        socket_connect_timeout=timeout_seconds,
        # With a timeout the library uses `wait_for`, which in Python 3.11 loses a cancellation that
        # comes when all is sent: then a lost connection would never be given up.
        socket_timeout=None,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),
    )
    connections = [pool.make_connection() for _ in range(2)]  # type: ignore[no-untyped-call]
    try:
        async with asyncio.timeout(timeout_seconds):
            for connection in connections:
                await connection.connect()
        publishing, subscribed = map(RedisConnection, connections)
        yield publishing, subscribed
    finally:
        for connection in connections:
            with suppress(Exception):
                await connection.disconnect(nowait=True)
