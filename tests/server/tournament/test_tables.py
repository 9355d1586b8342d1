"""The tables of a round count as new tables of the address from which it was begun."""

import asyncio
from pathlib import Path

from punto.server.live.client import Client

from ..live.room import Pile, room
from .live import NAMES, begun, opened

ADDRESS = "192.0.2.1"


def test_every_table_of_a_round_counts_for_the_address_of_the_host(tmp_path: Path) -> None:
    async def story() -> float:
        async with room(tmp_path) as rooms:
            limits = rooms.hub.services.limits
            log = await opened(rooms)
            with rooms.hub.visit_tournament(log) as actor:
                await actor.join(Client("host", 10**6, Pile(), ADDRESS), None)
                before = limits.tables_of_address.bucket(ADDRESS).level
                live = await begun(rooms, actor, NAMES)
                await rooms.until(lambda: all(one.is_open for one in live.pairings))
                return before - limits.tables_of_address.bucket(ADDRESS).level

    assert asyncio.run(story()) == len(NAMES) / 2
