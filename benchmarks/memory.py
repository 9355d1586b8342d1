"""How much memory tables take: a hundred thousand that sleep, and ten thousand in use.

`python3 dev.py bench memory` starts a real server on an empty database, and again on one with so
many tables in the middle of a match; then somebody comes back to ten thousand of them at once.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import uvloop
from benchmarks._measuring import machine, word
from benchmarks._players import Load, Pair, Player, socket_path
from benchmarks._serving import memory, serving

from punto.server.store.model import Append, NewEvent
from punto.server.store.store import Store
from punto.server.table.codes import new_code

Thing = TypeVar("Thing")

MOVES = 15
"""Cards that lie on each table."""

STARTS = 3
IDLE_SECONDS = 5.0
AT_ONCE = 500
MOST_MB = 1000
MOST_SLOWER = 1.5
"""A start with many tables may take so many times as long as one with none."""


def main() -> int:
    """Measure, print, and tell by the exit code whether the aims were met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleeping", type=int, default=100_000)
    parser.add_argument("--open", type=int, default=10_000)
    options = parser.parse_args()
    print(f"{machine()}\n")
    with tempfile.TemporaryDirectory(prefix="bench-", dir=".") as folder:
        database = Path(folder, "punto.sqlite")
        with serving(database) as (process, port):
            code, cookie = uvloop.run(begin_a_match(port))
        none_mb, none_seconds = started(database)
        codes = uvloop.run(multiply(database, code, options.sleeping))
        many_mb, many_seconds = started(database)
        disk = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
        with serving(database) as (process, port):
            open_mb = uvloop.run(come_back(process, port, cookie, codes[: options.open]))
    each = 1000 * (open_mb - many_mb) / options.open
    print(f"{'one table':<34}{none_mb:>6.0f} MB, ready in {none_seconds:.2f} s")
    print(f"{f'{options.sleeping:,} asleep':<34}{many_mb:>6.0f} MB, ready in {many_seconds:.2f} s")
    print(f"{'':<34}{disk:>6.0f} MB on the disk")
    print(f"{f'{options.open:,} of them in use':<34}{open_mb:>6.0f} MB, {each:.0f} kB each\n")
    met = [many_mb < none_mb * 1.1, many_seconds < none_seconds * MOST_SLOWER, open_mb < MOST_MB]
    aims = ("asleep they take no memory", "they delay no start", "those in use fit in 1 GB")
    for what, is_met in zip(aims, met, strict=True):
        print(f"{what}: {word(is_met)}")
    return 0 if all(met) else 1


def started(database: Path) -> tuple[float, float]:
    """Start a server some times; give its memory after a while, and the shortest time it took."""
    sizes, times = [], []
    for _ in range(STARTS):
        begun = time.perf_counter()
        with serving(database) as (process, _):
            times.append(time.perf_counter() - begun)
            time.sleep(IDLE_SECONDS)
            sizes.append(memory(process))
    return max(sizes), min(times)


async def begin_a_match(port: int) -> tuple[str, str]:
    """Let two people lay some cards; give the code of their table, and the cookie of the first."""
    load = Load([port], paced=False)
    pair = Pair(load)
    await pair.sit_down()
    load.start()
    while load.moves < MOVES:
        await asyncio.sleep(0.001)
    load.is_on = False
    return pair.code, pair.players[0].cookie


async def multiply(database: Path, code: str, count: int) -> list[str]:
    """Write the log of a table again and again, under other codes; give them."""
    async with Store(database) as store:
        entries = await store.read(code)
        row = await store.table(code)
        assert row is not None
        events = [NewEvent(entry.kind, entry.body) for entry in entries]
        codes = [new_code() for _ in range(count)]
        for some in batched(codes, AT_ONCE):
            appends = (Append(one, 0, row.touched_at, events, row.phase, None) for one in some)
            await asyncio.gather(*(store.append(append) for append in appends))
    return codes


async def come_back(process: int, port: int, cookie: str, codes: list[str]) -> float:
    """Visit all these tables, and stay; give the memory of the server."""
    load = Load([port], paced=False)
    visitors = [Player(Pair(load), 1, cookie) for _ in codes]
    for some in batched(list(zip(visitors, codes, strict=True)), AT_ONCE):
        await asyncio.gather(*(visitor.visit(socket_path(code)) for visitor, code in some))
    while any(visitor.number == 0 for visitor in visitors):
        await asyncio.sleep(0.1)
    return memory(process)


def batched(things: list[Thing], size: int) -> Iterator[list[Thing]]:
    """Give things in lists of some length."""
    for begin in range(0, len(things), size):
        yield things[begin : begin + size]


if __name__ == "__main__":
    sys.exit(main())
