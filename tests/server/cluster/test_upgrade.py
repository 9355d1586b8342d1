"""A rolling upgrade: while people play, newer nodes replace the old ones one by one."""

import asyncio
import sys
from pathlib import Path

from punto.server.store.location import parse_address
from punto.server.store.migrate import prepare

from ..databases import Postgres, Valkey
from ..gathering import gathering
from ..server_process import ServerProcess
from ..store.test_migrate import next_migrations
from .nodes import nodes, take_turns, two, until_ready

NEWER = """
import runpy, sys
from punto.server.live import peer_messages
peer_messages.VERSION += 1
sys.argv = sys.argv[3:]
runpy.run_module("punto", run_name="__main__")
"""
"""Runs the program that follows as one whose messages on the bus the others do not know yet."""


def test_people_play_on_while_nodes_of_a_newer_version_take_over_one_by_one(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    migrations = next_migrations(tmp_path / "more", name="0006_for_0005")

    async def renewed(node: ServerProcess) -> None:
        assert await asyncio.to_thread(node.stop) == 0
        await asyncio.to_thread(node.start, [sys.executable, "-c", NEWER])
        await until_ready(node, (200, "ok"))

    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with gathering(here.url) as people:
            ada, ben = await two(people, here, there)
            await take_turns(ada, ben, 4)
            await asyncio.to_thread(
                prepare, parse_address(str(there.settings["database"])), migrations
            )
            await take_turns(ada, ben, 4)
            await renewed(there)
            await take_turns(ada, ben, 6)  # the two do not understand each other on the bus
            await renewed(here)
            await take_turns(ada, ben, 6)
            await ada.until(lambda: ada.presence["devices"] == [1, 2])
            assert min(ada.reconnects, ben.reconnects) >= 1
            assert sorted(ada.events) == list(range(min(ada.events), ada.number + 1))

    with nodes(tmp_path, postgres, valkey) as (here, there):
        asyncio.run(story(here, there))
