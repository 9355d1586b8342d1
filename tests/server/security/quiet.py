"""A quiet table: how long two people who play in peace wait for their own moves."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median

from server.client import Client, Device, person

PAUSE_SECONDS = 0.05


@dataclass(frozen=True)
class Waits:
    """How long moves took, from sending one to hearing of it."""

    seconds: tuple[float, ...]

    @property
    def p50(self) -> float:
        return median(self.seconds)

    @property
    def p99(self) -> float:
        return sorted(self.seconds)[int(0.99 * (len(self.seconds) - 1))]

    def __str__(self) -> str:
        return f"p50 {1000 * self.p50:.1f} ms, p99 {1000 * self.p99:.1f} ms of {len(self.seconds)}"


class QuietTable:
    """One device at which two people play, a card at a time."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.client: Client | None = None

    async def move(self) -> float:
        """Lay a card; answer how long that took."""
        if self.client is None or self.client.phase == "over":
            if self.client is not None:
                await self.client.close()
            code = await self.device.open(person("Ada"), person("Ben"))
            self.client = await self.device.sit(code)
        began = time.perf_counter()
        answer = await self.client.place()
        assert answer.get("kind") == "placed", answer
        return time.perf_counter() - began

    async def waits(self, attack: Awaitable[object] | None = None, moves: int = 60) -> Waits:
        """Measure so many moves, and go on as long as an attack lasts."""
        running = None if attack is None else asyncio.ensure_future(attack)
        seconds: list[float] = []
        while len(seconds) < moves or (running is not None and not running.done()):
            seconds.append(await self.move())
            await asyncio.sleep(PAUSE_SECONDS)
        if running is not None:
            await running
        return Waits(tuple(seconds))


@asynccontextmanager
async def quiet_table(url: str, **headers: str) -> AsyncIterator[QuietTable]:
    """Have two people play at a server, who are known to it by these headers."""
    device = Device(url)
    device.http.headers.update(headers)
    try:
        yield QuietTable(device)
    finally:
        await device.close()


def assert_undisturbed(quiet: Waits, meanwhile: Waits) -> None:
    """Check that nobody waited much longer than in peace; machines may be busy otherwise."""
    assert meanwhile.p50 <= max(0.06, 3 * quiet.p50), f"{quiet} before, {meanwhile} meanwhile"
    assert meanwhile.p99 <= max(0.25, 3 * quiet.p99), f"{quiet} before, {meanwhile} meanwhile"
