"""How many moves a second the server takes, and how soon the other player has them.

`python3 dev.py bench server_load` starts a real server on a new database, with every move on the
disk before anybody hears of it, and plays at random: as fast as answers come, and at one move a
second for each player. Meanwhile newcomers open tables and join them with two sockets each: the
join columns say how long that takes them. "going" counts the matches in which cards were laid while
they were measured. All of it stays on this computer; the players take a part of it.
`--storage postgresql` and `--nodes 2` measure the same on PostgreSQL, and on nodes that share it;
the two players of a match connect to any of them.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvloop
from benchmarks._measuring import machine
from benchmarks._players import Load, percentiles
from benchmarks._serving import Node, cpu_seconds, memory, serving, serving_together

WARM_UP = 3.0
HEAD = (
    f"{'':<8}{'matches':>8}{'going':>7}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}"
    f"{'joins':>7}{'p50 ms':>9}{'p99 ms':>9}{'MB':>6}{'CPU %':>7}{'ms/move':>9}{'players %':>11}"
)


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=10.0, help="to measure each time")
    parser.add_argument("--pace", choices=["closed", "paced"], nargs="+", default=None)
    parser.add_argument("--storage", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--nodes", type=int, default=1, help="that share one PostgreSQL")
    options = parser.parse_args()
    storage = "postgresql" if options.nodes > 1 else options.storage
    print(f"{machine()}, {os.cpu_count()} processors; {options.nodes} on {storage}")
    print("CPU and MB are the servers', players % is what the players took of one processor\n")
    print(HEAD)
    for pace in options.pace or ("closed", "paced"):
        for matches in options.matches:
            with started(storage, options.nodes) as nodes:
                print(uvloop.run(measured(pace, matches, options.seconds, nodes)))
    return 0


async def measured(pace: str, matches: int, seconds: float, nodes: Sequence[Node]) -> str:
    """Play for a while, and give a line of the table."""
    load = Load([node.port for node in nodes], paced=pace == "paced")
    await load.sit_down(matches)
    load.start()
    newcomers = asyncio.create_task(load.let_newcomers_in())
    await asyncio.sleep(WARM_UP)
    load.begin()
    began, server_cpu, own_cpu = time.perf_counter(), cpu_of(nodes), time.process_time()
    await asyncio.sleep(seconds)
    spent = time.perf_counter() - began
    server_cpu, own_cpu = cpu_of(nodes) - server_cpu, time.process_time() - own_cpu
    load.end()
    if newcomers.done():
        newcomers.result()
    newcomers.cancel()
    p50, p99 = percentiles(load.latencies)
    join_p50, join_p99 = percentiles(load.joins)
    return (
        f"{pace:<8}{matches:>8}{load.going_on:>7}{load.moves / spent:>9,.0f}{p50:>9.1f}{p99:>9.1f}"
        f"{len(load.joins):>7}{join_p50:>9.1f}{join_p99:>9.1f}"
        f"{memory_of(nodes):>6.0f}{100 * server_cpu / spent:>7.0f}"
        f"{1000 * server_cpu / load.moves:>9.2f}{100 * own_cpu / spent:>11.0f}"
    )


def cpu_of(nodes: Sequence[Node]) -> float:
    """Read how long all servers have used processors."""
    return sum(cpu_seconds(node.process) for node in nodes)


def memory_of(nodes: Sequence[Node]) -> float:
    """Read how much memory they have together, in megabytes."""
    return sum(memory(node.process) for node in nodes)


@contextmanager
def started(storage: str, nodes: int) -> Iterator[Sequence[Node]]:
    """Run one server on a new file, or so many on PostgreSQL."""
    if storage == "sqlite":
        with serving() as node:
            yield [node]
    else:
        with serving_together(nodes) as together:
            yield together


if __name__ == "__main__":
    sys.exit(main())
