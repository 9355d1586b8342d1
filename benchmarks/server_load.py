"""How many moves a second the server takes, and how soon the other player has them.

`python3 dev.py bench server_load` starts a real server on a new database, with every move on the
disk before anybody hears of it, and plays at random: as fast as answers come, and at one move a
second for each player. Meanwhile newcomers open tables and join them with two sockets each: the
join columns say how long that takes them. "going" counts the matches in which cards were laid while
they were measured. All of it stays on this computer; the players take a part of it.
`--storage postgresql` and `--nodes 2` measure the same on PostgreSQL, and on nodes that share it;
the two players of a match connect to any of them. `--peers` plays single rounds, here and on
Colyseus, which keeps them in memory only: row after row, in the same run. `--reviews 4` adds a row
with four people who let one match after the other be reviewed. It is measured on the same server
with the same players, in turns without and with reviews: two runs differ more than that. `--rooms`
adds a row in which every match is one of an evening in a room: its two players have a socket there,
too, and agree on the next match as soon as one is over; newcomers open rooms and join them.
`--before PYTHON` measures the server that another Python has installed, for example the one in
`.venv` of an older checkout, in turns with this one, and says how the medians compare.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvloop
from benchmarks._load_row import HEAD, Row, compare
from benchmarks._measuring import machine, word
from benchmarks._players import Load, Pair, percentiles
from benchmarks._reviewing import Reviewers
from benchmarks._room_players import RoomPair
from benchmarks._serving import Node, cpu_seconds, memory, serving, serving_together

WARM_UP_SECONDS = 3.0
SETTLE_SECONDS = 1.0
"""How long nothing is measured after reviews ended."""

TURNS = 5
"""How many times moves are measured without reviews, and as often with them."""

JOIN_P99_MS = {("closed", 500): 1000, ("paced", 500): 150}
"""How long joining may take with so many matches."""

PEER_SHARE = 0.8
"""How many moves a second this server should take for each one of a peer that keeps nothing."""

REVIEWS_P99 = 1.2
"""How many times the p99 without reviews the p99 with them may be."""

PEER_P99 = 2.0
"""How many times the p99 of that peer the p99 may be, where players do not hurry."""


def main() -> int:
    """Measure, print a table, and tell by the exit code whether every aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=10.0, help="to measure each time")
    parser.add_argument("--pace", choices=["closed", "paced"], nargs="+", default=None)
    parser.add_argument("--storage", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--nodes", type=int, default=1, help="that share one PostgreSQL")
    parser.add_argument("--reviews", type=int, default=0, help="people who ask for reviews")
    parser.add_argument("--rooms", action="store_true", help="play evenings in rooms, too")
    parser.add_argument("--peers", action="store_true", help="measure Colyseus, too")
    parser.add_argument("--before", metavar="PYTHON", help="that has another version of the server")
    parser.add_argument("--times", type=int, default=5, help="to measure each of the two versions")
    options = parser.parse_args()
    storage = storage_of(options)
    print(f"{machine()}, {os.cpu_count()} processors; {options.nodes} on {storage}")
    print("CPU and MB are the servers', players % is what the players took of one processor\n")
    print(HEAD)
    aims: list[str] = []
    for pace in options.pace or ("closed", "paced"):
        for matches in options.matches:
            if options.before:
                aims += before_and_now(pace, matches, options)
                continue
            row, *busy = on_punto(pace, matches, options)
            print(row, *busy, sep="\n", flush=True)
            aims += join_aims(row)
            for one in busy:
                aims += review_aims(row, one)
            if options.rooms:
                print(*on_punto(pace, matches, options, pair_type=RoomPair), flush=True)
            if options.peers:
                peer = on_colyseus(pace, matches, options.seconds)
                print(peer, flush=True)
                aims += peer_aims(row, peer)
    print(*aims, sep="\n")
    return 1 if any(aim.endswith(word(False)) for aim in aims) else 0


def storage_of(options: argparse.Namespace) -> str:
    """Name the database: several nodes share PostgreSQL."""
    return "postgresql" if options.nodes > 1 else str(options.storage)


def on_punto(
    pace: str,
    matches: int,
    options: argparse.Namespace,
    pair_type: type[Pair] = Pair,
    python: str = sys.executable,
) -> list[Row]:
    """Measure this server, and if it is wanted also while matches are reviewed."""
    with started(storage_of(options), options.nodes, python) as nodes:
        ports = [node.port for node in nodes]
        rounds_to_win = 1 if options.peers else 2
        load = Load(ports, pace == "paced", rounds_to_win, pair_type)
        is_reviewed = options.reviews and pair_type is Pair
        reviewers = Reviewers(options.reviews, ports) if is_reviewed else None
        name = pace + " r." * (pair_type is RoomPair)
        return uvloop.run(measured(name, matches, options.seconds, nodes, load, reviewers))


def before_and_now(pace: str, matches: int, options: argparse.Namespace) -> list[str]:
    """Measure the older server and this one in turns, with the order reversed every time."""
    pythons = {"old": options.before, "new": sys.executable}
    rows: dict[str, list[Row]] = {name: [] for name in pythons}
    for turn in range(options.times):
        for name in sorted(pythons, reverse=bool(turn % 2)):
            (row,) = on_punto(pace, matches, options, python=pythons[name])
            rows[name].append(row)
            print(row._replace(name=f"{pace} {name}"), flush=True)
    return compare(pace, rows["old"], rows["new"])


def review_aims(row: Row, busy: Row) -> list[str]:
    """Say whether reviews slowed moves down."""
    times = busy.p99_ms / row.p99_ms
    aim = f"aim {REVIEWS_P99}: {word(times <= REVIEWS_P99)}"
    return [f"{row.name}, {row.matches}: p99 {times:.2f} times as long with reviews; {aim}"]


def join_aims(row: Row) -> list[str]:
    """Say whether newcomers got in soon enough, where there is an aim for that."""
    most = JOIN_P99_MS.get((row.name, row.matches))
    if most is None:
        return []
    met = word(row.join_p99_ms <= most)
    return [f"{row.name}, {row.matches}: joining, p99 at most {most} ms: {met}"]


def peer_aims(row: Row, peer: Row) -> list[str]:
    """Compare a row with the peer's."""
    about = f"{row.name}, {row.matches}:"
    if row.name == "closed":
        share = row.moves_per_second / peer.moves_per_second
        met = word(share >= PEER_SHARE)
        return [f"{about} {share:.2f} of the peer's moves a second; aim {PEER_SHARE}: {met}"]
    times = row.p99_ms / peer.p99_ms
    return [f"{about} p99 {times:.1f} times the peer's; aim {PEER_P99}: {word(times <= PEER_P99)}"]


def on_colyseus(pace: str, matches: int, seconds: float) -> Row:
    """Measure the same on Colyseus."""
    from benchmarks._colyseus import (  # noqa: PLC0415 installed only when it is asked for
        ColyseusPair,
        serving_colyseus,
    )

    with serving_colyseus() as node:
        load = Load([node.port], paced=pace == "paced", pair_type=ColyseusPair)
        (row,) = uvloop.run(measured("Colyseus", matches, seconds, [node], load))
        return row


@dataclass
class Measured:
    """What happened in the times that were measured, all together."""

    latencies: list[float] = field(default_factory=list)
    joins: list[float] = field(default_factory=list)
    going: int = 0
    moves: int = 0
    spent: float = 0.0
    server_cpu: float = 0.0
    own_cpu: float = 0.0

    async def measure(self, seconds: float, nodes: Sequence[Node], load: Load) -> None:
        """Measure for so long, in addition to what was measured before."""
        load.begin()
        began, server_cpu, own_cpu = time.perf_counter(), cpu_of(nodes), time.process_time()
        await asyncio.sleep(seconds)
        self.spent += time.perf_counter() - began
        self.server_cpu += cpu_of(nodes) - server_cpu
        self.own_cpu += time.process_time() - own_cpu
        load.end()
        self.latencies += load.latencies
        self.joins += load.joins
        self.moves += load.moves
        self.going = max(self.going, load.going_on)

    def row(self, name: str, matches: int, memory_mb: float) -> Row:
        """Give a row of the table."""
        return Row(
            name,
            matches,
            self.going,
            self.moves / self.spent,
            *percentiles(self.latencies),
            len(self.joins),
            *percentiles(self.joins),
            memory_mb,
            100 * self.server_cpu / self.spent,
            1000 * self.server_cpu / self.moves,
            100 * self.own_cpu / self.spent,
        )


async def measured(
    name: str,
    matches: int,
    seconds: float,
    nodes: Sequence[Node],
    load: Load,
    reviewers: Reviewers | None = None,
) -> list[Row]:
    """Play for a while, and give a row of the table; with reviewers, a second one about them."""
    await load.sit_down(matches)
    load.start()
    newcomers = asyncio.create_task(load.let_newcomers_in())
    await asyncio.sleep(WARM_UP_SECONDS)
    alone, beside = Measured(), Measured()
    if reviewers is None:
        await alone.measure(seconds, nodes, load)
    else:
        for _ in range(TURNS):
            await asyncio.sleep(SETTLE_SECONDS)
            await alone.measure(seconds / TURNS, nodes, load)
            reviewers.start()
            await reviewers.until_judging()
            await beside.measure(seconds / TURNS, nodes, load)
            await reviewers.stop()
    if newcomers.done():
        newcomers.result()
    newcomers.cancel()
    await load.stop()
    rows = [alone.row(name, matches, memory_of(nodes))]
    return rows + ([beside.row(f"{name} rev.", matches, memory_of(nodes))] if reviewers else [])


def cpu_of(nodes: Sequence[Node]) -> float:
    """Read how long all servers have used processors."""
    return sum(cpu_seconds(node.process) for node in nodes)


def memory_of(nodes: Sequence[Node]) -> float:
    """Read how much memory they have together, in megabytes."""
    return sum(memory(node.process) for node in nodes)


@contextmanager
def started(storage: str, nodes: int, python: str) -> Iterator[Sequence[Node]]:
    """Run one server on a new file, or so many on PostgreSQL."""
    if storage == "sqlite":
        with serving(python=python) as node:
            yield [node]
    else:
        with serving_together(nodes) as together:
            yield together


if __name__ == "__main__":
    sys.exit(main())
