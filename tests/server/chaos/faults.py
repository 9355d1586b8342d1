"""Faults of any node, and between nodes and people, one function each."""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import websockets

from server.cable import Cable
from server.security.bad_messages import MESSAGES

from .crowd import Crowd
from .guest import Traveller
from .node import Node, Site

FROZEN = 5.0
"""Seconds for which a node stands still."""

HOUR = 3600.0
DAY = 24 * HOUR


class Done(NamedTuple):
    """A fault, and from when to when it lasted, in seconds."""

    name: str
    begun: float
    ended: float


Place = TypeVar("Place", bound=Site)


@dataclass
class Storm(Generic[Place]):
    """What it blows at, and what it has done."""

    site: Place
    crowd: Crowd
    chance: random.Random
    done: list[Done] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """What could not be mended."""

    async def blow(self, fault: "Fault") -> None:
        """Let one thing go wrong, and mend what does not mend itself."""
        begun = time.monotonic()
        try:
            await fault(self)
        except Exception as error:  # the storm goes on
            self.failures.append(f"{named(fault)}: {error!r}")
        self.done.append(Done(named(fault), begun, time.monotonic()))

    def node(self) -> Node:
        return self.chance.choice(self.site.nodes)

    async def while_it_lasts(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))


Fault = Callable[[Storm[Any]], Awaitable[None]]


def named(fault: Fault) -> str:
    """Name a fault in words."""
    return getattr(fault, "__name__", "").replace("_s_", "'s ").replace("_", " ")


async def kill_a_node(storm: Storm[Any]) -> None:
    node = storm.node()
    await node.kill()
    await storm.while_it_lasts(0, 2)
    await node.start()


async def freeze_a_node(storm: Storm[Any]) -> None:
    node = storm.node()
    node.signal(signal.SIGSTOP)
    await asyncio.sleep(FROZEN)
    node.signal(signal.SIGCONT)


async def jump_a_node_s_clock(storm: Storm[Any]) -> None:
    """Move its wall clock by up to an hour, as when somebody sets it; then it is set right."""
    clock = storm.node().clock
    clock.offset_seconds = storm.chance.choice([-1, 1]) * storm.chance.uniform(60, HOUR)
    await storm.while_it_lasts(1, 3)
    clock.offset_seconds = 0.0


async def start_a_node_with_a_wrong_clock(storm: Storm[Any]) -> None:
    """Start it with a clock forty days ahead, as without a battery; then it is set right."""
    node = storm.node()
    await node.kill()
    node.clock.offset_seconds = 40 * DAY
    await node.start()
    await storm.while_it_lasts(1, 3)
    node.clock.offset_seconds = 0.0


async def cut(storm: Storm[Any], cable: Cable) -> None:
    cable.cut()
    await storm.while_it_lasts(0.1, 3)
    cable.mend()


async def delay(storm: Storm[Any], cable: Cable) -> None:
    cable.delay = storm.chance.uniform(0.05, 0.4)
    await storm.while_it_lasts(1, 3)
    cable.delay = 0.0


async def lose(storm: Storm[Any], cable: Cable) -> None:
    cable.lose_some(0.5, storm.chance)
    await storm.while_it_lasts(1, 3)


async def cut_connections_of_people(storm: Storm[Any]) -> None:
    storm.site.balancer.cut_some(0.2, storm.chance)


async def delay_people(storm: Storm[Any]) -> None:
    await delay(storm, storm.site.balancer)


async def lose_connections_of_people(storm: Storm[Any]) -> None:
    storm.site.balancer.lose_some(0.1, storm.chance)


async def let_people_jump(storm: Storm[Any]) -> None:
    people = storm.crowd.playing
    for guest in storm.chance.sample(people, min(len(people), 10)):
        guest.jump()


async def send_garbage(storm: Storm[Any]) -> None:
    """Send bytes that mean nothing, and messages that nobody should send, to tables in use."""
    balancer, people = storm.site.balancer, storm.crowd.playing
    for _ in range(5):
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", balancer.port)
            writer.write(storm.chance.randbytes(storm.chance.randrange(1, 5000)))
            await writer.drain()
            writer.close()
    for guest in storm.chance.sample(people, min(len(people), 3)):
        async with Traveller(storm.site.url) as stranger:
            with suppress(OSError, websockets.WebSocketException):
                async with await stranger.connect(guest.code) as socket:
                    for message in storm.chance.choice(list(MESSAGES.values()))[:50]:
                        await socket.send(message)


ANY_NODE: tuple[Fault, ...] = (
    kill_a_node,
    freeze_a_node,
    jump_a_node_s_clock,
    start_a_node_with_a_wrong_clock,
)
"""One of these at a time."""

PEOPLE: tuple[Fault, ...] = (
    cut_connections_of_people,
    delay_people,
    lose_connections_of_people,
    let_people_jump,
    send_garbage,
)
"""These happen meanwhile."""
