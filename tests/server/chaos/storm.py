"""A storm from its beginning to the verdict."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx

from server.databases import Postgres, Valkey

from .cluster import Cluster, cluster
from .crowd import Crowd
from .faults import HEAVY, LIGHT, Fault, Storm, named
from .guest import Guest
from .report import Report
from .verdict import entries_of, grown, secret_key, wrong_at

Weather = Callable[[Storm], Awaitable[None]]
"""Lets things go wrong for as long as the storm is to last."""

WARM_UP = 2.0
LOOK = 0.1

WELL = {"status": "ok"}
RECOVERY = 15.0
"""Seconds in which a node gets over whatever has happened to it."""


def in_order(names: Sequence[str], pause: float) -> Weather:
    """Make a storm of these faults, one after the other."""

    async def weather(storm: Storm) -> None:
        for name in names:
            await storm.blow(name)
            await asyncio.sleep(pause)

    return weather


def at_random(seconds: float, pause: float, seed: int) -> Weather:
    """Make a storm of all faults: heavy ones one after the other, light ones meanwhile.

    The seed says which come in which order; how many do depends on how long they take.
    """

    async def weather(storm: Storm) -> None:
        end = asyncio.get_running_loop().time() + seconds

        async def some(faults: Sequence[Fault]) -> None:
            chance = random.Random(seed)
            while True:
                await asyncio.sleep(chance.uniform(0, 2 * pause))
                if asyncio.get_running_loop().time() > end:
                    return
                await storm.blow(named(chance.choice(faults)))

        await asyncio.gather(some(HEAVY), some(LIGHT))

    return weather


async def storm(
    folder: Path,
    postgres: Postgres,
    valkey: Valkey,
    weather: Weather,
    *,
    nodes: int,
    places: int,
    pace: float,
) -> Report:
    """Play at so many places while things go wrong; then tell what came of it."""
    chance = random.Random()
    Guest.pace = pace
    async with cluster(folder, postgres, valkey, nodes, chance) as running:
        crowd = Crowd(running.url)
        blowing = Storm(running, crowd, chance)

        async def blow() -> float:
            try:
                await asyncio.sleep(WARM_UP)
                await weather(blowing)
            finally:
                crowd.calm.set()
            return time.monotonic()

        async with crowd:
            _, end, lag = await asyncio.gather(crowd.play_on(places), blow(), lateness(crowd.calm))
        report = judged(running, crowd, blowing, end)
        report.wrong += await ailing(running)
        report.lag = lag
        return report


async def lateness(until: asyncio.Event) -> float:
    """Tell by how many seconds at most a short sleep took longer than it should have."""
    worst = 0.0
    while not until.is_set():
        begun = time.monotonic()
        await asyncio.sleep(LOOK)
        worst = max(worst, time.monotonic() - begun - LOOK)
    return worst


async def ailing(running: Cluster) -> list[str]:
    """Tell which nodes have not got over the storm, though nothing is broken any more."""
    found = []
    async with httpx.AsyncClient(trust_env=False, timeout=RECOVERY) as asking:
        for number, node in enumerate(running.nodes, start=1):
            end = time.monotonic() + RECOVERY
            while (said := (await asking.get(f"{node.process.url}/readyz")).json()) != WELL:
                if time.monotonic() > end:
                    found.append(f"node {number} has not recovered: {said}")
                    break
                await asyncio.sleep(LOOK)
    return found


def judged(running: Cluster, crowd: Crowd, storm: Storm, end: float) -> Report:
    """Compare all that people did and saw with the database, and count."""
    logs, key = entries_of(running.database), secret_key(running.database)
    report = Report(len(crowd.tables), len(crowd.finished), faults=storm.done)
    report.wrong += [*storm.failures, *crowd.failures]
    for code, clients in crowd.tables.items():
        guests = [client for client in clients if isinstance(client, Guest)]
        report.add_people(guests, end)
        report.add_log(logs[code])
        report.wrong += wrong_at(code, logs[code], guests, crowd.finished.get(code), key)
    report.memory = [node.memory for node in running.nodes]
    report.carried = [running.balancer.carried[node.process.port] for node in running.nodes]
    report.wrong += grown(report.memory)
    mistakes = running.logged().count("Traceback")
    report.wrong += [f"{mistakes} mistakes in the logs of the nodes"] * bool(mistakes)
    return report
