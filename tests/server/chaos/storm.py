"""A storm, from its start to the verdict."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx

from .crowd import Crowd
from .cup_verdict import wrong_in_cup
from .disks import DISK
from .faults import ANY_NODE, PEOPLE, Fault, Storm
from .floods import FLOODING
from .guest import Guest
from .network import NETWORK
from .node import Site
from .report import Report
from .room_verdict import wrong_in_room
from .verdict import entries_of, grown, secret_key, wrong_at

Weather = Callable[[Storm[Any]], Awaitable[None]]
"""Lets things go wrong for as long as the storm is to last."""

OF_A_CLUSTER: tuple[Fault, ...] = (*ANY_NODE, *NETWORK)
OF_A_COMPUTER: tuple[Fault, ...] = (*ANY_NODE, *DISK)
"""Heavy faults: one at a time."""

OF_PEOPLE: tuple[Fault, ...] = (*PEOPLE, *FLOODING)
"""Light faults: these happen meanwhile."""

WARM_UP = 2.0
LOOK = 0.1

WELL = {"status": "ok"}
RECOVERY = 15.0
"""Seconds in which a node gets over whatever has happened to it."""


def in_order(faults: Sequence[Fault], pause: float) -> Weather:
    """Make a storm of these faults, one after the other."""

    async def weather(storm: Storm[Any]) -> None:
        for fault in faults:
            await storm.blow(fault)
            await asyncio.sleep(pause)

    return weather


def at_random(heavy: Sequence[Fault], seconds: float, pause: float, seed: int) -> Weather:
    """Make a storm of all faults: heavy ones one after the other, light ones meanwhile.

    The seed says which come in which order; how many do depends on how long they take.
    """

    async def weather(storm: Storm[Any]) -> None:
        end = asyncio.get_running_loop().time() + seconds

        async def some(faults: Sequence[Fault]) -> None:
            chance = random.Random(seed)
            while True:
                await asyncio.sleep(chance.uniform(0, 2 * pause))
                if asyncio.get_running_loop().time() > end:
                    return
                await storm.blow(chance.choice(faults))

        await asyncio.gather(some(heavy), some(OF_PEOPLE))

    return weather


async def storm(
    site: Site, weather: Weather, chance: random.Random, *, places: int, pace: float
) -> Report:
    """Play at so many places while things go wrong; then tell what came of it."""
    Guest.pace = pace
    crowd = Crowd(site.url)
    blowing = Storm(site, crowd, chance)

    async def blow() -> float:
        try:
            await asyncio.sleep(WARM_UP)
            await weather(blowing)
        finally:
            crowd.calm.set()
        return time.monotonic()

    async with crowd:
        _, end, lag = await asyncio.gather(crowd.play_on(places), blow(), lateness(crowd.calm))
    report = judged(site, crowd, blowing, end)
    report.wrong += await ailing(site)
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


async def ailing(site: Site) -> list[str]:
    """Tell which nodes have not got over the storm, though nothing is broken any more."""
    found = []
    async with httpx.AsyncClient(trust_env=False, timeout=RECOVERY) as asking:
        for number, node in enumerate(site.nodes, start=1):
            end = time.monotonic() + RECOVERY
            while (said := (await asking.get(f"{node.process.url}/readyz")).json()) != WELL:
                if time.monotonic() > end:
                    found.append(f"node {number} has not recovered: {said}")
                    break
                await asyncio.sleep(LOOK)
    return found


def judged(site: Site, crowd: Crowd, storm: Storm[Any], end: float) -> Report:
    """Compare all that people did and saw with the database, and count."""
    logs, key = entries_of(site), secret_key(site)
    report = Report(len(crowd.tables), len(crowd.finished), faults=storm.done)
    report.wrong += [*storm.failures, *crowd.failures]
    for code, clients in crowd.tables.items():
        guests = [client for client in clients if isinstance(client, Guest)]
        report.add_people(guests, end)
        if code in logs:
            report.add_log(logs[code])
            report.wrong += wrong_at(code, logs[code], guests, crowd.finished.get(code), key)
        else:
            report.wrong.append(f"{code}: the whole table is gone")
    for evening in crowd.evenings:
        report.add_room(evening)
        report.wrong += wrong_in_room(evening.code, logs, evening.people, key)
    for cup in crowd.cups:
        report.add_cup(cup)
        report.wrong += wrong_in_cup(cup.code, logs, cup.people, key)
    report.memory = [node.memory for node in site.nodes]
    report.carried = [site.balancer.carried[node.process.port] for node in site.nodes]
    report.wrong += grown(report.memory)
    mistakes = site.logged().count("Traceback")
    report.wrong += [f"{mistakes} mistakes in the logs of the nodes"] * bool(mistakes)
    return report
