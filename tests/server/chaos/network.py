"""Faults between nodes, their database and their bus, one function each."""

import asyncio

from .cluster import Cluster, ClusterNode
from .faults import Fault, Storm, cut, delay, lose


def some_node(storm: Storm[Cluster]) -> ClusterNode:
    return storm.chance.choice(storm.site.nodes)


async def restart_the_database(storm: Storm[Cluster]) -> None:
    await asyncio.to_thread(storm.site.postgres.stop, "fast")
    await storm.while_it_lasts(0, 1.5)
    await asyncio.to_thread(storm.site.postgres.start)


async def crash_the_database(storm: Storm[Cluster]) -> None:
    await asyncio.to_thread(storm.site.postgres.stop, "immediate")
    await asyncio.to_thread(storm.site.postgres.start)


async def restart_the_bus(storm: Storm[Cluster]) -> None:
    await asyncio.to_thread(storm.site.valkey.stop)
    await storm.while_it_lasts(0, 1.5)
    await asyncio.to_thread(storm.site.valkey.start)


async def cut_off_a_node_from_the_database(storm: Storm[Cluster]) -> None:
    await cut(storm, some_node(storm).to_database)


async def delay_a_node_s_database(storm: Storm[Cluster]) -> None:
    await delay(storm, some_node(storm).to_database)


async def lose_connections_to_the_database(storm: Storm[Cluster]) -> None:
    await lose(storm, some_node(storm).to_database)


async def cut_off_a_node_from_the_bus(storm: Storm[Cluster]) -> None:
    await cut(storm, some_node(storm).to_bus)


async def delay_a_node_s_bus(storm: Storm[Cluster]) -> None:
    await delay(storm, some_node(storm).to_bus)


async def lose_connections_to_the_bus(storm: Storm[Cluster]) -> None:
    await lose(storm, some_node(storm).to_bus)


NETWORK: tuple[Fault, ...] = (
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
