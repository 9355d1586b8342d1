"""All that can go wrong between people, nodes, the database and the bus; one function a fault."""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import websockets

from server.cable import Cable
from server.security.bad_messages import MESSAGES

from .cluster import Cluster, Node
from .crowd import Crowd
from .guest import Traveller

FROZEN = 5.0
"""Seconds for which a node stands still."""


class Done(NamedTuple):
    """A fault, and from when to when it lasted, in seconds."""

    name: str
    begun: float
    ended: float


@dataclass
class Storm:
    """What it blows at, and what it has done."""

    cluster: Cluster
    crowd: Crowd
    chance: random.Random
    done: list[Done] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """What could not be mended."""

    async def blow(self, name: str) -> None:
        """Let one thing go wrong, and mend what does not mend itself."""
        begun = time.monotonic()
        try:
            await FAULTS[name](self)
        except Exception as error:  # the storm goes on
            self.failures.append(f"{name}: {error!r}")
        self.done.append(Done(name, begun, time.monotonic()))

    def node(self) -> Node:
        return self.chance.choice(self.cluster.nodes)

    async def while_it_lasts(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))


async def kill_a_node(storm: Storm) -> None:
    node = storm.node()
    await node.kill()
    await storm.while_it_lasts(0, 2)
    await node.start()


async def freeze_a_node(storm: Storm) -> None:
    node = storm.node()
    node.signal(signal.SIGSTOP)
    await asyncio.sleep(FROZEN)
    node.signal(signal.SIGCONT)


async def restart_the_database(storm: Storm) -> None:
    await asyncio.to_thread(storm.cluster.postgres.stop, "fast")
    await storm.while_it_lasts(0, 1.5)
    await asyncio.to_thread(storm.cluster.postgres.start)


async def crash_the_database(storm: Storm) -> None:
    await asyncio.to_thread(storm.cluster.postgres.stop, "immediate")
    await asyncio.to_thread(storm.cluster.postgres.start)


async def restart_the_bus(storm: Storm) -> None:
    await asyncio.to_thread(storm.cluster.valkey.stop)
    await storm.while_it_lasts(0, 1.5)
    await asyncio.to_thread(storm.cluster.valkey.start)


async def _cut(storm: Storm, cable: Cable) -> None:
    cable.cut()
    await storm.while_it_lasts(0.1, 3)
    cable.mend()


async def _delay(storm: Storm, cable: Cable) -> None:
    cable.delay = storm.chance.uniform(0.05, 0.4)
    await storm.while_it_lasts(1, 3)
    cable.delay = 0.0


async def _lose(storm: Storm, cable: Cable) -> None:
    cable.lose_some(0.5, storm.chance)
    await storm.while_it_lasts(1, 3)


async def cut_off_a_node_from_the_database(storm: Storm) -> None:
    await _cut(storm, storm.node().to_database)


async def delay_a_node_s_database(storm: Storm) -> None:
    await _delay(storm, storm.node().to_database)


async def lose_connections_to_the_database(storm: Storm) -> None:
    await _lose(storm, storm.node().to_database)


async def cut_off_a_node_from_the_bus(storm: Storm) -> None:
    await _cut(storm, storm.node().to_bus)


async def delay_a_node_s_bus(storm: Storm) -> None:
    await _delay(storm, storm.node().to_bus)


async def lose_connections_to_the_bus(storm: Storm) -> None:
    await _lose(storm, storm.node().to_bus)


async def cut_connections_of_people(storm: Storm) -> None:
    storm.cluster.balancer.cut_some(0.2, storm.chance)


async def delay_people(storm: Storm) -> None:
    await _delay(storm, storm.cluster.balancer)


async def lose_connections_of_people(storm: Storm) -> None:
    storm.cluster.balancer.lose_some(0.1, storm.chance)


async def let_people_jump(storm: Storm) -> None:
    people = storm.crowd.playing
    for guest in storm.chance.sample(people, min(len(people), 10)):
        guest.jump()


async def send_garbage(storm: Storm) -> None:
    """Send bytes that mean nothing, and messages that nobody should send, to tables in use."""
    balancer, people = storm.cluster.balancer, storm.crowd.playing
    for _ in range(5):
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", balancer.port)
            writer.write(storm.chance.randbytes(storm.chance.randrange(1, 5000)))
            await writer.drain()
            writer.close()
    for guest in storm.chance.sample(people, min(len(people), 3)):
        async with Traveller(storm.cluster.url) as stranger:
            with suppress(OSError, websockets.WebSocketException):
                async with await stranger.connect(guest.code) as socket:
                    for message in storm.chance.choice(list(MESSAGES.values()))[:50]:
                        await socket.send(message)


Fault = Callable[[Storm], Awaitable[None]]
HEAVY: tuple[Fault, ...] = (
    kill_a_node,
    freeze_a_node,
    restart_the_database,
    crash_the_database,
    restart_the_bus,
    cut_off_a_node_from_the_database,
    delay_a_node_s_database,
    lose_connections_to_the_database,
    cut_off_a_node_from_the_bus,
    delay_a_node_s_bus,
    lose_connections_to_the_bus,
)
"""One of these at a time."""

LIGHT: tuple[Fault, ...] = (
    cut_connections_of_people,
    delay_people,
    lose_connections_of_people,
    let_people_jump,
    send_garbage,
)
"""These happen meanwhile."""


def named(fault: Fault) -> str:
    """Name a fault in words."""
    return getattr(fault, "__name__", "").replace("_s_", "'s ").replace("_", " ")


FAULTS = {named(fault): fault for fault in (*HEAVY, *LIGHT)}
