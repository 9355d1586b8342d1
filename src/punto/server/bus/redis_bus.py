"""The bus of nodes on several machines: publish and subscribe of a Redis or Valkey server."""

import asyncio
import logging
import random
import secrets
from collections import deque
from contextlib import suppress

from redis.exceptions import RedisError

from punto.server.bus.bus import Ear
from punto.server.bus.redis_connection import Line, lines
from punto.server.bus.watch import Nobody, Watch

log = logging.getLogger("punto.bus")

UNAVAILABLE = "bus-unavailable"

BEAT = 0.5
"""Seconds between two messages of a node to itself, which show whether it still hears."""

DEAF = 3.0
"""Seconds without such a message after which the connection counts as lost."""

PAUSES = (0.05, 1.0)
"""Seconds before the first and the last tries to connect again."""

AT_ONCE = 500
"""Messages that are sent together, and channels that are asked for together."""

MOST_WAITING = 20_000
"""Messages that wait to be sent; more than that, and the connection counts as lost."""

CLOSING = 0.5
"""Seconds to say the last words."""

LOST = (RedisError, OSError, TimeoutError, ValueError, RuntimeError)
"""How a lost connection shows, and one that was never there; uvloop has the last one for those that
were closed a moment ago."""


class RedisBus:
    """Two connections, one to speak and one to hear, made anew whenever one of them is lost."""

    is_alone = False

    def __init__(self, address: str, namespace: str, watch: Watch | None = None) -> None:
        self.address, self.namespace = address, namespace
        self.watch: Watch = watch or Nobody()
        self.node = secrets.token_hex(6)
        self.trouble = UNAVAILABLE
        self.own = self._name(f"node:{self.node}")
        self.wanted: set[bytes] = {self.own}
        self.tuned: set[bytes] = set()
        """The channels that were asked for on this connection."""
        self.waiting: deque[tuple[str, bytes, bytes]] = deque()
        self.filled, self.retuned, self.tried = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.is_connected = self.overflows = False
        self.heard_at = 0.0
        self.prefix = len(self._name(""))

    def _name(self, channel: str) -> bytes:
        return f"punto:{self.namespace}:{channel}".encode()

    async def open(self, ear: Ear) -> None:
        """Begin, and wait for a moment until it is connected, if it can be."""
        self.ear = ear
        self.task = asyncio.create_task(self._run())
        with suppress(TimeoutError):
            await asyncio.wait_for(self.tried.wait(), DEAF)

    async def close(self) -> None:
        """Say what waits, and end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                while self.waiting and self.is_connected:
                    await asyncio.sleep(0.01)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    def say(self, channel: str, text: str) -> None:
        """Send a text soon; without a connection there is no use in keeping it."""
        if not self.is_connected:
            return
        if len(self.waiting) >= MOST_WAITING:
            self.overflows = True
        else:
            self.waiting.append(("PUBLISH", self._name(channel), f"{self.node} {text}".encode()))
        self.filled.set()

    def listen(self, channel: str) -> None:
        """Ask for a channel soon; where it was given up and not let go yet, it is there already."""
        name = self._name(channel)
        if name in self.tuned:
            asyncio.get_running_loop().call_soon(self.ear.tuned, channel)
        self.wanted.add(name)
        self.retuned.set()

    def ignore(self, channel: str) -> None:
        """Give a channel up soon."""
        self.wanted.discard(self._name(channel))
        self.retuned.set()

    # The connections

    async def _run(self) -> None:
        """Connect, and again after every loss, at longer and longer intervals."""
        first, last = PAUSES
        pause = first
        while True:
            try:
                async with lines(self.address, DEAF) as (speaking, hearing):
                    await self._talk(speaking, hearing)
            except* LOST as group:
                self._lost(group.exceptions[0])
            except* Exception as group:  # whatever it is, the next connection may work
                log.exception("the bus broke off as nobody expected")
                self._lost(group.exceptions[0])
            pause = first if self.heard_at else min(2 * pause, last)
            self.heard_at = 0.0
            self.tried.set()
            await asyncio.sleep(pause * random.uniform(0.5, 1))

    async def _talk(self, speaking: Line, hearing: Line) -> None:
        """Speak and hear until one of both fails."""
        self.waiting.clear()
        self.tuned.clear()
        self.overflows, self.is_connected = False, True
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._tune(hearing))
                tasks.create_task(self._hear(hearing))
                tasks.create_task(self._speak(speaking))
                tasks.create_task(self._beat())
        finally:
            self.is_connected = False

    async def _tune(self, line: Line) -> None:
        """Ask for the channels that are wanted, and give up the others."""
        while True:
            self.retuned.clear()
            for word, channels in (
                ("SUBSCRIBE", self.wanted - self.tuned),
                ("UNSUBSCRIBE", self.tuned - self.wanted),
            ):
                names = list(channels)
                for i in range(0, len(names), AT_ONCE):
                    await line.send((word, *names[i : i + AT_ONCE]))
                self.tuned ^= channels
            await self.retuned.wait()

    async def _hear(self, line: Line) -> None:
        """Hand on what is said."""
        while True:
            kind, channel, data = await line.read()
            if kind == b"message":
                if channel == self.own:
                    self._hears()
                    continue
                node, _, text = data.decode(errors="replace").partition(" ")
                if node != self.node and channel in self.wanted:
                    self.watch.heard(1)
                    self.ear.heard(channel[self.prefix :].decode(), node, text)
            elif kind == b"subscribe" and channel != self.own and channel in self.wanted:
                self.ear.tuned(channel[self.prefix :].decode())

    async def _speak(self, line: Line) -> None:
        """Send what waits, all of it together."""
        while True:
            while self.waiting:
                some = [self.waiting.popleft() for _ in range(min(len(self.waiting), AT_ONCE))]
                async with asyncio.timeout(DEAF):
                    await line.send(*some)
                    for _ in some:
                        await line.read()
                self.watch.said(len(some))
            if self.overflows:
                raise ConnectionError("more is to be said than goes through")
            self.filled.clear()
            await self.filled.wait()

    async def _beat(self) -> None:
        """Speak to ourselves, and notice when that is not heard any more."""
        clock = asyncio.get_running_loop().time
        began = clock()
        while True:
            self.waiting.append(("PUBLISH", self.own, b""))
            self.filled.set()
            await asyncio.sleep(BEAT)
            if clock() - max(self.heard_at, began) > DEAF:
                raise ConnectionError("nothing is heard any more")

    def _hears(self) -> None:
        """Note that what is said is heard."""
        self.heard_at = asyncio.get_running_loop().time()
        if self.trouble:
            self.trouble = ""
            self.watch.connected(True)
            log.info("the bus is there")
        self.tried.set()

    def _lost(self, error: BaseException) -> None:
        """Note that nothing is heard; say so once, as it is tried again and again."""
        if not self.trouble or not self.tried.is_set():
            log.warning("the bus is away, so the log is looked at instead: %s", reason(error))
        self.trouble = UNAVAILABLE
        self.watch.connected(False)


def reason(error: BaseException) -> str:
    """Say what was wrong, without the address: it may hold a password."""
    return f"{type(error).__name__}: {error}".partition("\n")[0]
