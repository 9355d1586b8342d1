"""The bus of nodes on several machines: publish/subscribe through a Redis or Valkey server."""

import asyncio
import logging
import random
import secrets
from collections import deque
from contextlib import suppress

from redis.exceptions import RedisError

from punto.server.bus.bus import BusObserver, Listener, NoObserver
from punto.server.bus.redis_connection import RedisConnection, connect_pair

log = logging.getLogger("punto.bus")

UNAVAILABLE = "bus-unavailable"

HEARTBEAT_SECONDS = 0.5
"""How often a node publishes a message to itself, to find out whether it still hears."""

TIMEOUT_SECONDS = 3.0
"""How long without such a heartbeat until the connection counts as lost; also how long to wait for
a connection, and for the replies to what was sent."""

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.05, 1.0
"""The pause before the first retry to connect; it doubles with every failure up to the maximum."""

MAX_BATCH = 500
"""Messages that are sent together, and channels that are subscribed together."""

MAX_QUEUED = 20_000
"""Messages in the queue; with more, the connection counts as lost."""

CLOSE_SECONDS = 0.5
"""How long to wait for the queue to be sent when the bus is closed."""

CONNECTION_ERRORS = (RedisError, OSError, TimeoutError, ValueError, RuntimeError)
"""How a connection fails that was lost or could not be made; uvloop raises RuntimeError for one
that was closed a moment ago."""


class RedisBus:
    """Two connections, one to publish and one to subscribe, replaced whenever one is lost."""

    is_alone = False

    def __init__(self, address: str, namespace: str, observer: BusObserver | None = None) -> None:
        self.address, self.namespace = address, namespace
        self.observer: BusObserver = observer or NoObserver()
        self.node = secrets.token_hex(6)
        self.trouble = UNAVAILABLE
        self.own_channel = self._name(f"node:{self.node}")
        self.wanted: set[bytes] = {self.own_channel}
        self.subscribed: set[bytes] = set()
        """The channels that were subscribed on this connection."""
        self.queue: deque[tuple[str, bytes, bytes]] = deque()
        self.queue_filled, self.channels_changed = asyncio.Event(), asyncio.Event()
        self.first_attempt = asyncio.Event()
        """Set after the first attempt to connect, whether it succeeded or not."""
        self.is_connected = self.has_overflowed = False
        self.heartbeat_at = 0.0
        """When the last heartbeat came back on this connection; 0 if none has."""
        self.prefix_length = len(self._name(""))

    def _name(self, channel: str) -> bytes:
        return f"punto:{self.namespace}:{channel}".encode()

    async def open(self, listener: Listener) -> None:
        """Start, and wait a moment for the first attempt to connect."""
        self.listener = listener
        self.task = asyncio.create_task(self._run())
        with suppress(TimeoutError):
            await asyncio.wait_for(self.first_attempt.wait(), TIMEOUT_SECONDS)

    async def close(self) -> None:
        """Send what is queued, and stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while self.queue and self.is_connected:
                    await asyncio.sleep(0.01)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    def publish(self, channel: str, text: str) -> None:
        """Queue a text; without a connection there is no use in keeping it."""
        if not self.is_connected:
            return
        if len(self.queue) >= MAX_QUEUED:
            self.has_overflowed = True
        else:
            self.queue.append(("PUBLISH", self._name(channel), f"{self.node} {text}".encode()))
        self.queue_filled.set()

    def subscribe(self, channel: str) -> None:
        """Subscribe soon; at once if the channel was ignored but is still subscribed."""
        name = self._name(channel)
        if name in self.subscribed:
            asyncio.get_running_loop().call_soon(self.listener.on_subscribed, channel)
        self.wanted.add(name)
        self.channels_changed.set()

    def unsubscribe(self, channel: str) -> None:
        """Unsubscribe soon."""
        self.wanted.discard(self._name(channel))
        self.channels_changed.set()

    # The connections

    async def _run(self) -> None:
        """Connect, and reconnect after every loss, with exponential backoff and jitter."""
        backoff = FIRST_RETRY_SECONDS
        while True:
            failure: BaseException | None = None
            try:
                async with connect_pair(self.address, TIMEOUT_SECONDS) as (publishing, subscribed):
                    await self._use(publishing, subscribed)
            except* CONNECTION_ERRORS as group:
                failure = group.exceptions[0]
            except* Exception as group:  # whatever it is, the next connection may work
                failure = group.exceptions[0]
                log.exception("redis: unexpected error")
            backoff = (
                FIRST_RETRY_SECONDS if self.heartbeat_at else min(2 * backoff, MAX_RETRY_SECONDS)
            )
            pause_seconds = backoff * random.uniform(0.5, 1)
            if failure is not None:
                self._note_lost(failure, pause_seconds)
            self.heartbeat_at = 0.0
            self.first_attempt.set()
            await asyncio.sleep(pause_seconds)

    async def _use(self, publishing: RedisConnection, subscribed: RedisConnection) -> None:
        """Publish and receive until one of the connections fails."""
        self.queue.clear()
        self.subscribed.clear()
        self.has_overflowed, self.is_connected = False, True
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._subscribe(subscribed))
                tasks.create_task(self._receive(subscribed))
                tasks.create_task(self._publish(publishing))
                tasks.create_task(self._run_heartbeat())
        finally:
            self.is_connected = False

    async def _subscribe(self, connection: RedisConnection) -> None:
        """Subscribe to the channels that are wanted, and unsubscribe from the others."""
        while True:
            self.channels_changed.clear()
            for command, channels in (
                ("SUBSCRIBE", self.wanted - self.subscribed),
                ("UNSUBSCRIBE", self.subscribed - self.wanted),
            ):
                names = list(channels)
                for i in range(0, len(names), MAX_BATCH):
                    await connection.send((command, *names[i : i + MAX_BATCH]))
                self.subscribed ^= channels
            await self.channels_changed.wait()

    async def _receive(self, connection: RedisConnection) -> None:
        """Deliver messages, and confirm subscriptions."""
        while True:
            kind, channel, data = await connection.read()
            if kind == b"message":
                if channel == self.own_channel:
                    self._note_heartbeat()
                    continue
                node, _, text = data.decode(errors="replace").partition(" ")
                if node != self.node and channel in self.wanted:
                    self.observer.received(1)
                    self.listener.on_message(channel[self.prefix_length :].decode(), node, text)
            elif kind == b"subscribe" and channel != self.own_channel and channel in self.wanted:
                self.listener.on_subscribed(channel[self.prefix_length :].decode())

    async def _publish(self, connection: RedisConnection) -> None:
        """Send what is queued, in batches."""
        while True:
            while self.queue:
                batch = [self.queue.popleft() for _ in range(min(len(self.queue), MAX_BATCH))]
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await connection.send(*batch)
                    for _ in batch:
                        await connection.read()
                self.observer.sent(len(batch))
            if self.has_overflowed:
                raise ConnectionError("messages are queued faster than they can be sent")
            self.queue_filled.clear()
            await self.queue_filled.wait()

    async def _run_heartbeat(self) -> None:
        """Publish a heartbeat to ourselves; fail when it no longer comes back."""
        clock = asyncio.get_running_loop().time
        began = clock()
        while True:
            self.queue.append(("PUBLISH", self.own_channel, b""))
            self.queue_filled.set()
            await asyncio.sleep(HEARTBEAT_SECONDS)
            if clock() - max(self.heartbeat_at, began) > TIMEOUT_SECONDS:
                raise ConnectionError(f"no heartbeat for {TIMEOUT_SECONDS:g} s")

    def _note_heartbeat(self) -> None:
        """Note that the connection works in both directions."""
        self.heartbeat_at = asyncio.get_running_loop().time()
        if self.trouble:
            self.trouble = ""
            self.observer.connected(True)
            log.info("redis: connected")
        self.first_attempt.set()

    def _note_lost(self, error: BaseException, pause_seconds: float) -> None:
        """Note that other nodes are not heard; log it once, as there will be many retries."""
        if not self.trouble or not self.first_attempt.is_set():
            log.warning(
                "redis: connection lost (%s); reconnecting in %.2g s, and reading the database"
                " meanwhile",
                describe(error),
                pause_seconds,
            )
        self.trouble = UNAVAILABLE
        self.observer.connected(False)


def describe(error: BaseException) -> str:
    """Describe an error in one line, without the address: that may contain a password."""
    return f"{type(error).__name__}: {error}".partition("\n")[0]
