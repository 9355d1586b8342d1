"""Events of one node reach everybody on the others."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from ..client import bot, person
from ..gathering import gathering
from ..server_process import ServerProcess
from .nodes import two

Nodes = Sequence[ServerProcess]


def test_people_on_two_nodes_play_a_match_to_its_end(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair, rounds_to_win=1)
            await asyncio.gather(ada.play(), ben.play())
            await ada.until(lambda: ada.number == ben.number)
            assert ada.phase == ben.phase == "over"
            shared = ada.events.keys() & ben.events.keys()
            assert {n: ada.events[n] for n in shared} == {n: ben.events[n] for n in shared}
            shapes = [await one.device.get(f"/api/tables/{ada.code}") for one in (ada, ben)]
            assert shapes[0] == shapes[1]

    asyncio.run(story())


def test_who_comes_to_another_node_finds_everything_and_is_the_same_device(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair)
            await ada.place("f6")
            moved = people.device(pair[1].url)
            moved.http.cookies.update(ada.device.http.cookies)
            again = await people.sit(ada.code, moved)
            assert again.number >= ada.number
            assert again.you["seats"] == [1]
            await ada.close()
            await ben.until(lambda: ben.turn and ben.turn["seat"] == 2)
            await ben.place()
            await again.until(lambda: again.turn and again.turn["seat"] == 1)
            assert (await again.place())["kind"] == "placed"

    asyncio.run(story())


def test_a_table_on_one_node_can_be_read_at_once_on_the_other(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair, rounds_to_win=1)
            for _ in range(8):
                mover, other = (ada, ben) if ada.turn and ada.turn["seat"] == 1 else (ben, ada)
                placed = await mover.place()
                shape = await other.device.get(f"/api/tables/{ada.code}")
                assert shape["number"] >= placed["number"]
                await other.until(lambda other=other, n=placed["number"]: other.number >= n)  # type: ignore[misc]

    asyncio.run(story())


def test_bots_move_for_everybody_and_once(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            host = people.device()
            code = await host.open(person("Ada"), bot("random"), start=2, rounds_to_win=1)
            ada = await people.sit(code, host)
            watcher = await people.sit(code, people.device(pair[1].url))
            await ada.play()
            await watcher.until(lambda: watcher.phase == "over")
            log = await ada.device.events(code)
            assert all(log[number - 1] == event for number, event in watcher.events.items())
            laid = [event for event in log if event["kind"] == "placed"]
            for before, after in pairwise(laid):
                assert after["seat"] == before["turn"]["seat"]
            assert {event["seat"]: event.get("by") for event in laid} == {1: None, 2: "bot"}

    asyncio.run(story())


def test_reactions_are_heard_on_every_node(pair: Nodes) -> None:
    async def story() -> None:
        async with gathering(pair[0].url) as people:
            ada, ben = await two(people, *pair)
            words = (await ada.device.get("/api/choices"))["reactions"]
            while not ben.reactions:  # nothing keeps one that is lost on its way
                await ada.send("react", seat=1, reaction=words[0])
                with suppress(TimeoutError):
                    await ben.until(lambda: ben.reactions, timeout=5)
            await ada.until(lambda: ada.reactions)
            told = {"type": "reaction", "seat": 1, "reaction": words[0]}
            assert ben.reactions[0] == ada.reactions[0] == told

    asyncio.run(story())
