"""A quiet table: how long two undisturbed players wait for their own moves."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from server.client import Client, Device, person
from server.server_process import ServerProcess

from .costs import starved_seconds

PAUSE_SECONDS = 0.05
SLICE_SECONDS = 0.3
MOST_SLICES = 0.25
"""In how many slices of an attack somebody may wait too long; the machine may be busy."""


class Move(NamedTuple):
    """A move, from sending it to receiving it; `begun` is on the clock of `time.perf_counter`.

    The time in which server and player were ready but had no processor does not count.
    """

    begun: float
    seconds: float


@dataclass(frozen=True)
class Waits:
    """How long moves took."""

    moves: tuple[Move, ...]

    @property
    def seconds(self) -> list[float]:
        return sorted(move.seconds for move in self.moves)

    @property
    def p50(self) -> float:
        return median(self.seconds)

    @property
    def p99(self) -> float:
        """The 99th percentile; with fewer than 100 moves, the slowest."""
        return self.seconds[math.ceil(0.99 * len(self.moves)) - 1]

    @property
    def usual_worst(self) -> float:
        """The longest wait in most slices of the time.

        One move that hangs is one of many moves, but it is in every slice while it hangs; a machine
        that is busy for a moment spoils one slice or two.
        """
        end = max(move.begun + move.seconds for move in self.moves)
        begin = self.moves[0].begun
        count = max(1, round((end - begin) / SLICE_SECONDS))
        length = (end - begin) / count
        worst = sorted(
            max(
                (
                    move.seconds
                    for move in self.moves
                    if move.begun < begin + (number + 1) * length
                    and move.begun + move.seconds > begin + number * length
                ),
                default=0.0,
            )
            for number in range(count)
        )
        return worst[math.ceil((1 - MOST_SLICES) * count) - 1]

    def __str__(self) -> str:
        p50, usual_worst, p99 = (1000 * one for one in (self.p50, self.usual_worst, self.p99))
        return (
            f"p50 {p50:.1f} ms, usually at most {usual_worst:.1f} ms,"
            f" p99 {p99:.1f} ms of {len(self.moves)}"
        )


class QuietTable:
    """One device on which two people play, a card at a time."""

    def __init__(self, process: ServerProcess, device: Device) -> None:
        self.process = process
        self.device = device
        self.client: Client | None = None

    async def move(self) -> Move:
        """Place a card."""
        if self.client is None or self.client.phase == "over":
            if self.client is not None:
                await self.client.close()
            code = await self.device.open(person("Ada"), person("Ben"))
            self.client = await self.device.sit(code)
        began, starved = time.perf_counter(), starved_seconds(self.process)
        answer = await self.client.place()
        assert answer.get("kind") == "placed", answer
        assert not self.client.reconnects, f"the connection was lost: {self.client.byes}"
        starved = starved_seconds(self.process) - starved
        return Move(began, max(0.0, time.perf_counter() - began - starved))

    async def waits(self, attack: Awaitable[object] | None = None, moves: int = 60) -> Waits:
        """Measure that many moves, or all that start during an attack, however few."""
        running = None if attack is None else asyncio.ensure_future(attack)
        made: list[Move] = []
        while not made or (len(made) < moves if running is None else not running.done()):
            made.append(await self.move())
            await asyncio.sleep(PAUSE_SECONDS)
        if running is not None:
            await running
        return Waits(tuple(made))


@asynccontextmanager
async def quiet_table(process: ServerProcess, **headers: str) -> AsyncIterator[QuietTable]:
    """Have two people play on a server, with these headers."""
    device = Device(process.url)
    device.http.headers.update(headers)
    try:
        yield QuietTable(process, device)
    finally:
        await device.close()


class DisturbedError(AssertionError):
    """Somebody waited much longer than without an attack."""


def assert_undisturbed(quiet: Waits, meanwhile: Waits) -> None:
    """Check that nobody waited much longer than without an attack."""
    if meanwhile.p50 > max(0.06, 3 * quiet.p50) or (
        meanwhile.usual_worst > max(0.25, 3 * quiet.usual_worst)
    ):
        raise DisturbedError(f"{quiet} in peace, {meanwhile} meanwhile")


def run_undisturbed(story: Callable[[], Coroutine[object, object, None]]) -> None:
    """Run a story in which nobody may be disturbed, three times at most.

    What an attack causes, it causes every time; other programs on a busy machine do not.
    """
    for _ in range(2):
        with suppress(DisturbedError):
            return asyncio.run(story())
    return asyncio.run(story())
