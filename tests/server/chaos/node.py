"""Nodes, and the balancer through which people reach them."""

import asyncio
import signal
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from server.clock import Clock
from server.server_process import ServerProcess

from .balancer import Balancer

SAMPLING = 1.0
"""Seconds between two looks at the memory of processes."""


@dataclass
class Node:
    """A server process with a clock of its own."""

    process: ServerProcess
    clock: Clock
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
class Site(ABC):
    """All that runs."""

    nodes: Sequence[Node]
    balancer: Balancer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.balancer.port}"

    def logged(self) -> str:
        """Read all that the nodes printed."""
        return "".join(node.process.logged() for node in self.nodes)

    @abstractmethod
    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Ask the database itself."""


@asynccontextmanager
async def running(nodes: Sequence[Node]) -> AsyncIterator[None]:
    """Run nodes as long as the block lasts, and watch them."""
    watches = [asyncio.create_task(node.watch()) for node in nodes]
    try:
        await asyncio.gather(*(node.start() for node in nodes))
        yield
    finally:
        for watch in watches:
            watch.cancel()
        await asyncio.gather(*watches, return_exceptions=True)
        for node in nodes:
            if node.process.process is not None and node.process.process.poll() is None:
                node.signal(signal.SIGCONT)
                await node.kill()


def megabytes(process: int) -> float:
    """Read how much memory a process has."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1000
