"""Outages of the bus or the database: nothing is lost, and everything recovers by itself."""

import asyncio
from pathlib import Path
from typing import Literal

import pytest

from ..databases import Postgres, Valkey
from ..gathering import gathering
from ..server_process import ServerProcess
from .nodes import metric, nodes, ready, take_turns, two, until_ready


def test_without_the_bus_nodes_look_into_the_log_and_say_so(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with gathering(here.url) as people:
            ada, ben = await two(people, here, there)
            await take_turns(ada, ben, 4)
            assert await asyncio.to_thread(ready, here) == (200, "ok")
            assert await asyncio.to_thread(metric, here, "punto_bus_up") == 1
            await asyncio.to_thread(valkey.stop)
            for node in (here, there):
                await until_ready(node, (200, "bus-unavailable"))
                assert await asyncio.to_thread(metric, node, "punto_bus_up") == 0
            await take_turns(ada, ben, 6)
            assert await asyncio.to_thread(metric, there, "punto_missed_events_total") >= 3
            await asyncio.to_thread(valkey.start)
            for node in (here, there):
                await until_ready(node, (200, "ok"))
            await take_turns(ada, ben, 4)
            await ada.until(lambda: ada.presence["devices"] == [1, 2])
            assert [client.reconnects for client in (ada, ben)] == [0, 0]
            assert sorted(ada.events) == list(range(min(ada.events), ada.number + 1))

    with nodes(tmp_path, postgres, valkey) as (here, there):
        try:
            asyncio.run(story(here, there))
        finally:
            valkey.start()


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_when_the_database_restarts_everything_goes_on_by_itself(
    tmp_path: Path, postgres: Postgres, valkey: Valkey, how: Literal["fast", "immediate"]
) -> None:
    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with gathering(here.url) as people:
            ada, ben = await two(people, here, there, rounds_to_win=1)

            async def restart() -> None:
                await ada.until(lambda: ada.number >= 6)
                await asyncio.to_thread(postgres.stop, how)
                await asyncio.sleep(1)
                await asyncio.to_thread(postgres.start)

            await asyncio.gather(restart(), ada.play(), ben.play())
            assert ada.phase == ben.phase == "over"
            log = await ada.device.events(ada.code)
            for client in (ada, ben):
                assert all(log[number - 1] == event for number, event in client.events.items())
            assert len({event["id"] for event in log if "id" in event}) == sum(
                "id" in event for event in log
            )
            for node in (here, there):
                await until_ready(node, (200, "ok"))

    with nodes(tmp_path, postgres, valkey) as (here, there):
        asyncio.run(story(here, there))


def test_while_the_database_is_away_people_are_told_to_come_back_and_then_go_on(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with gathering(here.url) as people:
            ada, ben = await two(people, here, there)
            await asyncio.to_thread(postgres.stop)
            playing = asyncio.create_task(ada.play())
            await ada.until(lambda: ada.byes)
            told = {(bye["code"], bye["reconnect"]) for bye in ada.byes}
            assert told <= {("store-unavailable", True), ("store-in-doubt", True)}
            await until_ready(here, (503, "store-unavailable"))
            response = await ada.device.http.post("/api/tables", json={})
            assert (response.status_code, response.json()["code"]) == (503, "store-unavailable")
            await asyncio.to_thread(postgres.start)
            await until_ready(here, (200, "ok"))
            await ben.until(lambda: ben.turn and ben.turn["seat"] == 2)
            assert (await ben.place())["kind"] == "placed"
            playing.cancel()

    with nodes(tmp_path, postgres, valkey) as (here, there):
        asyncio.run(story(here, there))
