"""A room whose people are connected to different nodes."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from ..client import PATIENCE
from ..databases import Postgres, Valkey
from ..room_client import company
from ..server_process import ServerProcess
from .nodes import nodes

Nodes = Sequence[ServerProcess]

SHORT = {"rounds_to_win": 1}


def test_an_evening_on_two_nodes_has_one_score(pair: Nodes) -> None:
    async def story() -> None:
        async with company(pair[0].url) as people:
            host = people.device()
            opened = await people.open(host, settings=SHORT)
            ada = await people.come(opened["room"], host)
            await ada.insist("set_listing", level="any")
            ben_device = people.device(pair[1].url)  # the other node knows whom it can play with
            async with asyncio.timeout(PATIENCE):
                while not (rooms := (await ben_device.get("/api/rooms/open"))["rooms"]):
                    await asyncio.sleep(0.1)
            assert [room["link"] for room in rooms] == [opened["room"]]
            ben = await people.come(opened["short"], ben_device, "Ben")
            await ada.until(lambda: ada.presence["members"] == [1, 2])
            await asyncio.gather(ada.insist("next_match"), ben.insist("next_match"))
            await asyncio.gather(ada.play_match(1), ben.play_match(1))
            await ben.send("say", reaction="well_played")
            await ada.until(lambda: ada.reactions)
            assert ada.reactions[0]["member"] == 2
            await ada.insist("start_match")
            await asyncio.gather(ada.play_match(2), ben.play_match(2))
            await ada.until(lambda: ada.number == ben.number)
            assert ada.room == ben.room
            assert [one["played"] for one in ada.room["members"]] == [2, 2]

    asyncio.run(story())


def test_when_a_node_is_killed_another_begins_the_match_and_finds_a_new_host(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with company(here.url) as people:
            host = people.device()
            opened = await people.open(host, settings=SHORT)
            ada = await people.come(opened["room"], host)
            ben = await people.come(opened["room"], people.device(there.url), "Ben")
            await ada.insist("set_room", settings=SHORT, substitute="random")
            await ben.insist("sit_out")
            await ben.insist("take_seat", seat=2)
            await ada.insist("next_match")
            await ben.until(lambda: ben.room["call"])
            await asyncio.to_thread(here.kill)
            await ben.until(lambda: ben.room["matches"], PATIENCE)
            assert [seat.get("member") for seat in ben.room["matches"][0]["seats"]] == [1, None]
            await ben.until(lambda: ben.you["is_host"], PATIENCE)
            await ben.insist("drop_match")
            assert len(ben.room["matches"]) == 1

    settings = {"answer_seconds": 2, "host_away_seconds": 3}
    with nodes(tmp_path, postgres, valkey, 2, **settings) as (here, there):
        asyncio.run(story(here, there))
