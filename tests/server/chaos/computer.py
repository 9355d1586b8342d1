"""One node with its database in a file, on a disk that loses power and fails."""

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.clock import Clock
from server.disk.machine import Machine

from .balancer import Balancer
from .evening import HOST_AWAY_SECONDS
from .node import Node, Site, running


@dataclass
class Computer(Site):
    """One node, and its disk."""

    machine: Machine

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with self.machine.copied() as file, closing(sqlite3.connect(file)) as connection:
            return connection.execute(query).fetchall()


@asynccontextmanager
async def computer(folder: Path, chance: random.Random) -> AsyncIterator[Computer]:
    """Run one node on a new file."""
    settings = {
        "bot_threads": 1,
        "log_level": "warning",
        "host_away_seconds": HOST_AWAY_SECONDS,
    }
    machine = Machine(folder, settings)
    node = Node(machine, Clock(machine))
    async with Balancer([machine.port], chance) as balancer, running([node]):
        yield Computer([node], balancer, machine)
