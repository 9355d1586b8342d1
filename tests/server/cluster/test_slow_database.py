"""A slow, stuck or full connection to the database: bounded waits, and truthful health checks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ..cable import Cable
from ..client import Client
from ..databases import Postgres, Valkey
from ..gathering import gathering
from ..server_process import ServerProcess
from ..store.appends import owner
from .nodes import node, ready, take_turns, two, until_ready

OUT_OF_REACH = {("store-unavailable", True), ("store-in-doubt", True)}


@asynccontextmanager
async def one_by_cable(
    folder: Path, postgres: Postgres, valkey: Valkey
) -> AsyncIterator[tuple[ServerProcess, ServerProcess, Cable, str]]:
    """Run a node whose way to the database can be harmed, and one that nobody harms."""
    with postgres.database() as address:
        async with Cable(postgres.port) as cable:
            harmed = node(folder, "harmed", cable.to(address), valkey.address)
            well = node(folder, "well", address, valkey.address)
            try:
                for one in (harmed, well):
                    await asyncio.to_thread(one.start)
                yield harmed, well, cable, address
            finally:
                cable.delay = 0.0
                for one in (harmed, well):
                    await asyncio.to_thread(one.end)


async def told_to_come_back(ada: Client, node: ServerProcess) -> asyncio.Task[None]:
    """Let Ada play on a node that does not reach the database, until both say so."""
    playing = asyncio.create_task(ada.play())
    await ada.until(lambda: ada.byes)
    assert {(bye["code"], bye["reconnect"]) for bye in ada.byes} <= OUT_OF_REACH
    await until_ready(node, (503, "store-unavailable"))
    return playing


async def goes_on(node: ServerProcess, ben: Client) -> None:
    """See that the node is well again, and that Ada's card came to Ben, who lays his."""
    await until_ready(node, (200, "ok"))
    await ben.until(lambda: ben.turn and ben.turn["seat"] == 2)
    assert (await ben.place())["kind"] == "placed"


def test_with_a_slow_database_people_play_on_and_the_node_is_well(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story() -> None:
        async with (
            one_by_cable(tmp_path, postgres, valkey) as (slow, well, cable, _),
            gathering(slow.url) as people,
        ):
            ada, ben = await two(people, slow, well)
            cable.delay = 0.2
            await take_turns(ada, ben, 8)
            assert [client.reconnects for client in (ada, ben)] == [0, 0]
            assert await asyncio.to_thread(ready, slow) == (200, "ok")
            cable.delay = 0.0
            await take_turns(ada, ben, 2)

    asyncio.run(story())


def test_while_one_node_gets_no_answers_it_says_so_and_the_other_goes_on(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story() -> None:
        async with (
            one_by_cable(tmp_path, postgres, valkey) as (stuck, well, cable, _),
            gathering(stuck.url) as people,
        ):
            ada, ben = await two(people, stuck, well)
            cable.jam()
            playing = await told_to_come_back(ada, stuck)
            refused = await ada.device.http.post("/api/tables", json={})
            assert (refused.status_code, refused.json()["code"]) == (503, "store-unavailable")
            assert await asyncio.to_thread(ready, well) == (200, "ok")
            assert await ben.device.open()
            cable.clear()
            await goes_on(stuck, ben)
            playing.cancel()

    asyncio.run(story())


def test_a_node_that_gets_no_connection_says_so_and_goes_on_when_there_is_one(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story() -> None:
        async with (
            one_by_cable(tmp_path, postgres, valkey) as (empty, well, cable, address),
            gathering(empty.url) as people,
        ):
            ada, ben = await two(people, empty, well)
            await asyncio.to_thread(postgres.limit, owner(address), 0)
            cable.cut()
            cable.mend()
            playing = await told_to_come_back(ada, empty)
            await asyncio.to_thread(postgres.limit, owner(address), -1)
            await goes_on(empty, ben)
            playing.cancel()

    asyncio.run(story())
