"""Nodes behind a balancer, with breakable connections to their database and their bus."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from server.cable import Cable
from server.clock import Clock
from server.databases import Postgres, Valkey
from server.server_process import ServerProcess

from .balancer import Balancer
from .evening import HOST_AWAY_SECONDS
from .node import Node, Site, running


@dataclass(kw_only=True)
class ClusterNode(Node):
    """A node, and its ways to what it shares with the others."""

    to_database: Cable
    to_bus: Cable


@dataclass
class Cluster(Site):
    """Several nodes on PostgreSQL and Valkey."""

    nodes: list[ClusterNode]
    postgres: Postgres
    valkey: Valkey
    database: str

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with closing(psycopg.connect(self.database)) as connection:
            return connection.execute(query.encode()).fetchall()


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
                "bot_threads": 1,
                "log_level": "warning",
                "host_away_seconds": HOST_AWAY_SECONDS,
            }
            process = ServerProcess(home, settings)
            node = ClusterNode(process, Clock(process), to_database=to_database, to_bus=to_bus)
            nodes.append(node)
        ports = [node.process.port for node in nodes]
        balancer = await stack.enter_async_context(Balancer(ports, chance))
        await stack.enter_async_context(running(nodes))
        yield Cluster(nodes, balancer, postgres, valkey, database)
