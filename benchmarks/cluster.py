"""How soon people on another node have a move, and how soon another node goes on with a bot.

`python3 dev.py bench cluster` starts PostgreSQL, Valkey and two nodes, lets pairs of people play at
one move a second, each of a pair on a node of their own, and then kills nodes while bots think. All
of it stays on this computer, the people included.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks._measuring import machine

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.client import Client, Device, bot, person
from server.cluster.nodes import nodes
from server.databases import Postgres, Valkey, running_postgres, running_valkey
from server.server_process import ServerProcess


def main() -> int:
    """Measure, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--kills", type=int, default=5)
    options = parser.parse_args()
    print(f"{machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n")
    with running_postgres() as postgres, running_valkey() as valkey:
        with tempfile.TemporaryDirectory() as folder, nodes(Path(folder), postgres, valkey) as both:
            asyncio.run(deliver(both, options.pairs, options.seconds))
        asyncio.run(take_over(postgres, valkey, options.kills))
    return 0


async def deliver(both: Sequence[ServerProcess], pairs: int, seconds: float) -> None:
    """Let people play, and print how long their moves took to both."""
    answers: list[float] = []
    arrivals: list[float] = []
    end = time.monotonic() + seconds
    plays = (play(both[n % 2], both[1 - n % 2], end, answers, arrivals) for n in range(pairs))
    await asyncio.gather(*plays)
    later = [arrival - answer for answer, arrival in zip(answers, arrivals, strict=True)]
    print(f"{len(arrivals)} moves of {pairs} pairs, one a second each")
    print(line("answered", answers))
    print(line("there on the other node", arrivals))
    print(line("later than the answer", later))


async def play(
    here: ServerProcess,
    there: ServerProcess,
    end: float,
    answers: list[float],
    arrivals: list[float],
) -> None:
    """Play in turn until the time is over."""
    async with Device(here.url) as host, Device(there.url) as guest:
        code = await host.open(person("Ada"), start=1, rounds_to_win=5)
        ada, ben = await host.sit(code), await guest.sit(code)
        await ben.ask("sit", seat=2, name="Ben")
        await asyncio.gather(*(client.until_later_than(2) for client in (ada, ben)))
        await asyncio.sleep(random.random())
        while time.monotonic() < end and ada.phase == "playing":
            number = max(ada.number, ben.number)
            await asyncio.gather(*(c.until_later_than(number - 1) for c in (ada, ben)))
            assert ada.turn is not None
            mover, other = (ada, ben) if ada.turn["seat"] == 1 else (ben, ada)
            began = time.perf_counter()

            async def arrive(other: Client = other, number: int = number) -> float:
                await other.until_later_than(number)
                return time.perf_counter()

            arriving = asyncio.create_task(arrive())
            await mover.place()
            answers.append(time.perf_counter() - began)
            arrivals.append(await arriving - began)
            await asyncio.sleep(random.uniform(0.5, 1.5))


async def take_over(postgres: Postgres, valkey: Valkey, kills: int) -> None:
    """Kill a node while its bot thinks, and print how long the other one takes."""
    took: list[float] = []
    for _ in range(kills):
        with tempfile.TemporaryDirectory() as folder, nodes(Path(folder), postgres, valkey) as both:
            here, there = both
            async with Device(here.url) as host, Device(there.url) as guest:
                code = await host.open(person("Ada"), bot("easy"), start=1)
                ada, watcher = await host.sit(code), await guest.sit(code)
                await ada.place()
                here.kill()
                began = time.perf_counter()
                number = watcher.number
                with suppress(TimeoutError):
                    await watcher.until(lambda w=watcher: w.number >= 4, timeout=30)  # type: ignore[misc]
                if number < 4:
                    took.append(time.perf_counter() - began)
    print(f"\n{len(took)} bots whose node was killed moved on the other one")
    if took:
        print(f"after {min(took):.2f} to {max(took):.2f} s")


def line(name: str, seconds: list[float]) -> str:
    """Write the spread of some times."""
    ordered, last = sorted(seconds), len(seconds) - 1
    shares = {"p50": 0.5, "p99": 0.99, "most": 1.0}
    found = {word: 1000 * ordered[min(last, int(share * last))] for word, share in shares.items()}
    return f"{name:<26}" + "".join(f"{word:>6} {one:7.1f} ms" for word, one in found.items())


if __name__ == "__main__":
    sys.exit(main())
