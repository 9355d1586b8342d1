"""Nodes with cables to their database and to their bus, behind a balancer."""

import asyncio
import random
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from server.cable import Cable
from server.databases import Postgres, Valkey
from server.process import ServerProcess

from .balancer import Balancer

SAMPLING = 1.0
"""Seconds between two looks at the memory of processes."""


@dataclass
class Node:
    """A server process, and its ways to what it shares with the others."""

    process: ServerProcess
    to_database: Cable
    to_bus: Cable
    memory: list[list[float]] = field(default_factory=list)
    """Megabytes in use, second by second, in each of its lives."""

    is_up: bool = False

    async def start(self) -> None:
        await asyncio.to_thread(self.process.start)
        self.memory.append([])
        self.is_up = True

    async def kill(self) -> None:
        self.is_up = False
        await asyncio.to_thread(self.process.kill)

    def signal(self, number: signal.Signals) -> None:
        if self.process.process is not None:
            self.process.process.send_signal(number)

    async def watch(self) -> None:
        """Look at its memory again and again."""
        while True:
            await asyncio.sleep(SAMPLING)
            if self.is_up and self.process.process is not None:
                self.memory[-1].append(megabytes(self.process.process.pid))


@dataclass
class Cluster:
    """All that runs."""

    nodes: list[Node]
    balancer: Balancer
    postgres: Postgres
    valkey: Valkey
    database: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.balancer.port}"

    def logged(self) -> str:
        """Read all that the nodes printed."""
        return "".join(node.process.logged() for node in self.nodes)


@asynccontextmanager
async def cluster(
    folder: Path, postgres: Postgres, valkey: Valkey, count: int, chance: random.Random
) -> AsyncIterator[Cluster]:
    """Run so many nodes on a new database."""
    async with AsyncExitStack() as stack:
        database = stack.enter_context(postgres.database())
        nodes = []
        for number in range(1, count + 1):
            to_database = await stack.enter_async_context(Cable(postgres.port))
            to_bus = await stack.enter_async_context(Cable(valkey.port))
            home = folder / f"node-{number}"
            home.mkdir()
            settings = {
                "database": to_database.to(database),
                "bus": to_bus.to(valkey.address),
                "thinkers": 1,
                "log_level": "warning",
            }
            process = ServerProcess(home, settings)
            nodes.append(Node(process, to_database, to_bus))
        ports = [node.process.port for node in nodes]
        balancer = await stack.enter_async_context(Balancer(ports, chance))
        stack.push_async_callback(_end, nodes)
        await asyncio.gather(*(node.start() for node in nodes))
        watches = [asyncio.create_task(node.watch()) for node in nodes]
        try:
            yield Cluster(nodes, balancer, postgres, valkey, database)
        finally:
            for watch in watches:
                watch.cancel()
            await asyncio.gather(*watches, return_exceptions=True)


async def _end(nodes: list[Node]) -> None:
    for node in nodes:
        if node.process.process is not None and node.process.process.poll() is None:
            node.signal(signal.SIGCONT)
            await node.kill()


def megabytes(process: int) -> float:
    """Read how much memory a process has."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1000
