"""Tables with a real server, as people use them: from the link to the record."""

import asyncio
from pathlib import Path

from ..client import OPEN, bot, person
from ..gathering import gathering
from ..server_process import ServerProcess
from .matches import check_record


def test_people_with_the_link_join_on_devices_of_their_own(
    running: ServerProcess, tmp_path: Path
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"), mode="3p")
            ada = await people.sit(code, host)
            ben, cleo = await people.sit(code), await people.sit(code)
            assert ada.you == {"type": "you", "device": 1, "seats": [1], "is_host": True}
            assert ben.you == {"type": "you", "device": None, "seats": [], "is_host": False}
            await ben.ask("sit", seat=2, name="Ben")
            answer = await cleo.ask("sit", seat=2, name="Cleo")
            assert (answer["type"], answer["code"]) == ("refused", "seat-taken")
            await cleo.ask("sit", seat=3, name="Cleo")
            await asyncio.gather(ada.play(), ben.play(), cleo.play())
            assert [ada.you["seats"], ben.you["seats"], cleo.you["seats"]] == [[1], [2], [3]]
            authors = {event.get("by") for event in ada.events.values()}
            assert authors == {None}
            shape = await check_record(people, code, tmp_path)
            assert shape["over"]["how"] == "won"
            for client in (ada, ben, cleo):
                client.events.pop(1, None)
            assert {n: ada.events[n] for n in cleo.events} == cleo.events

    asyncio.run(story())


def test_people_pass_one_device_round(running: ServerProcess, tmp_path: Path) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            names = ["Ada", "Ben", "Cleo", "Dag"]
            code = await host.open(*map(person, names), mode="teams", rounds_to_win=1)
            client = await people.sit(code, host)
            assert client.you["seats"] == [1, 2, 3, 4]
            await client.play()
            shape = await check_record(people, code, tmp_path)
            assert [seat["name"] for seat in shape["seats"]] == names

    asyncio.run(story())


def test_bots_play_among_themselves_and_stop(running: ServerProcess, tmp_path: Path) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(bot("random"), bot("easy"), bot("random"), mode="3p")
            await asyncio.gather((await people.sit(code)).play(), (await people.sit(code)).play())
            shape = await check_record(people, code, tmp_path)
            assert shape["next"] is None
            placed = [e for e in people.clients[0].events.values() if e["kind"] == "placed"]
            assert {event["by"] for event in placed} == {"bot"}

    asyncio.run(story())


def test_bots_fill_the_rest_when_the_host_says_so(running: ServerProcess, tmp_path: Path) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"), OPEN, OPEN, OPEN, mode="4p", rounds_to_win=1)
            ada, ben = await people.sit(code, host), await people.sit(code)
            await ben.ask("sit", seat=3, name="Ben")
            assert (await ben.ask("start", fill="random"))["code"] == "not-the-host"
            assert (await ada.ask("start"))["code"] == "seats-open"
            started = await ada.ask("start", fill="random")
            assert [seat.get("bot") for seat in started["seats"]] == [None, "random"] * 2
            await asyncio.gather(ada.play(), ben.play())
            await check_record(people, code, tmp_path)

    asyncio.run(story())


def test_a_device_finds_its_own_tables_again(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host, guest, stranger = people.device(), people.device(), people.device()
            first = await host.open(person("Ada"), mode="3p")
            second = await host.open(person("Ada"))
            client = await people.sit(first, guest)
            await client.ask("sit", seat=2, name="Ben")
            await people.sit(first, stranger)
            mine = await host.get("/api/tables")
            assert {entry["table"] for entry in mine} == {first, second}
            (entry,) = await guest.get("/api/tables")
            touched = entry.pop("touched_at")
            assert touched > 1_600_000_000_000
            assert entry == {
                "table": first,
                "link": f"{running.url}/t/{first}",
                "phase": "waiting",
                "mode": "3p",
                "players": ["Ada", "Ben", None],
                "is_your_turn": False,
                "until": None,
            }
            assert await stranger.get("/api/tables") == []

    asyncio.run(story())
