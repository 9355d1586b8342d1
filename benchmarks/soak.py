"""Whether a server stays as it is: half an hour of play at half of what it can.

`python3 dev.py bench soak` finds out how many moves a second the server takes, lets so many people
play that it takes half of that, and looks every minute at its memory and at how long moves take. In
the end the last third of the time is compared with the first.
"""

import argparse
import asyncio
import statistics
import sys
import time
from typing import NamedTuple

import uvloop
from benchmarks._measuring import machine, word
from benchmarks._players import PAUSE, Load, percentiles
from benchmarks._serving import Node, cpu_seconds, memory, serving

WARM_UP = 5
"""Minutes until as many matches end as begin: a match that goes on needs more and more memory."""

MOST_GROWTH = 1.1
MOST_SLOWER = 1.5
"""How much more memory and time the last third may need than the first."""


class Minute(NamedTuple):
    """What was seen in one of them."""

    moves: float
    p50: float
    p99: float
    megabytes: float
    cpu: float


def main() -> int:
    """Measure, print, and tell by the exit code whether it stayed as it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60.0, help="that a minute lasts")
    options = parser.parse_args()
    print(machine())
    with serving() as node:
        most = uvloop.run(most_moves(node))
    matches = round(most / 2 * PAUSE / 2)
    print(f"{most:,.0f} moves a second at most; {matches} matches are half of that\n")
    print(f"{'minute':>6}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'MB':>6}{'CPU %':>7}")
    with serving() as node:
        minutes = uvloop.run(play(node, matches, options.minutes, options.seconds))
    third = max(1, len(minutes) // 3)
    first, last = minutes[:third], minutes[-third:]
    met = [
        stays("memory, MB", [m.megabytes for m in first], [m.megabytes for m in last], MOST_GROWTH),
        stays("p50, ms", [m.p50 for m in first], [m.p50 for m in last], MOST_SLOWER),
        stays("p99, ms", [m.p99 for m in first], [m.p99 for m in last], MOST_SLOWER),
    ]
    return 0 if all(met) else 1


async def most_moves(node: Node) -> float:
    """Count the moves a second of players who do not wait."""
    load = Load([node.port], paced=False)
    await load.sit_down(200)
    load.start()
    await asyncio.sleep(5)
    load.begin()
    await asyncio.sleep(10)
    return load.moves / 10


async def play(node: Node, matches: int, count: int, seconds: float) -> list[Minute]:
    """Let people play at their own pace, and look at the server every minute."""
    load = Load([node.port], paced=True)
    await load.sit_down(matches)
    load.start()
    await asyncio.sleep(WARM_UP * seconds)
    minutes = []
    for number in range(1, count + 1):
        load.begin()
        began, cpu = time.perf_counter(), cpu_seconds(node.process)
        await asyncio.sleep(seconds)
        spent, cpu = time.perf_counter() - began, cpu_seconds(node.process) - cpu
        load.end()
        p50, p99 = percentiles(load.latencies)
        seen = Minute(load.moves / spent, p50, p99, memory(node.process), 100 * cpu / spent)
        print(
            f"{number:>6}{seen.moves:>9,.0f}{p50:>8.1f}{p99:>8.1f}"
            f"{seen.megabytes:>6.0f}{seen.cpu:>7.0f}",
            flush=True,
        )
        minutes.append(seen)
    return minutes


def stays(what: str, first: list[float], last: list[float], most: float) -> bool:
    """Compare the medians of the first and the last third."""
    before, after = statistics.median(first), statistics.median(last)
    met = after <= before * most
    print(f"{what:<12}{before:>8.1f} at first, {after:>8.1f} at last, flat: {word(met)}")
    return met


if __name__ == "__main__":
    sys.exit(main())
