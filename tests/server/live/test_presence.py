"""Who is present, who is absent, and who may watch."""

import asyncio

from ..client import person
from ..gathering import gathering
from ..server_process import ServerProcess
from .matches import two

SOON = 60.0
"""Seconds in which a server on a slow machine has noticed that somebody closed a socket."""


def test_who_closes_is_shown_as_gone_and_who_is_back_as_there(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            await ada.until(lambda: ada.presence["devices"] == [1, 2])
            assert ada.presence["away"] == {}
            left = max(int(event["at"]) for event in ada.events.values())
            await ben.close()
            await ada.until(lambda: ada.presence["devices"] == [1], timeout=SOON)
            assert list(ada.presence["away"]) == ["2"]
            assert ada.presence["away"]["2"] >= left + 500
            await people.sit(ada.code, ben.device)
            await ada.until(lambda: ada.presence["devices"] == [1, 2])
            assert ada.presence["away"] == {}

    asyncio.run(story())


def test_who_has_another_tab_open_is_not_gone(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            tab = await people.sit(ada.code, ben.device)
            watcher = await people.sit(ada.code)
            await ada.until(lambda: ada.presence["spectators"] == 1)
            await ben.close()
            await watcher.close()
            await ada.until(lambda: ada.presence["spectators"] == 0, timeout=SOON)
            assert ada.presence["devices"] == [1, 2]
            await ada.place("f6")
            await tab.until(lambda: tab.number == ada.number)
            assert (await tab.place())["kind"] == "placed"

    asyncio.run(story())


def test_after_a_grace_time_a_bot_holds_the_seat_until_the_person_is_back(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            assert (await ada.ask("stand_in", seat=2, bot="random"))["code"] == "not-gone"
            await ben.close()
            await ada.until(lambda: "2" in ada.presence["away"], timeout=SOON)
            answer = await ada.ask("stand_in", seat=2, bot="random")
            while answer.get("code") == "not-gone":
                await asyncio.sleep(0.1)
                answer = await ada.ask("stand_in", seat=2, bot="random")
            assert (answer["kind"], answer["seat"], answer["bot"]) == ("stood_in", 2, "random")
            assert answer["at"] >= ada.presence["away"]["2"]
            await ada.place("f6")
            await ada.until(lambda: ada.turn and ada.turn["seat"] == 1)
            assert ada.events[ada.number]["by"] == "bot"
            back = await people.sit(ada.code, ben.device)
            await ada.until(lambda: ada.events[ada.number]["kind"] == "returned")
            seat = {"kind": "person", "name": "Ben", "device": 2}
            assert back.table["seats"][1] == seat
            await ada.place()
            await back.until(lambda: back.turn and back.turn["seat"] == 2)
            assert "by" not in await back.place()

    asyncio.run(story())


def test_spectators_watch_by_link_if_the_host_lets_them(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            watcher = await people.sit(ada.code)
            await ada.until(lambda: ada.presence["spectators"] == 1)
            assert watcher.you == {"type": "you", "device": None, "seats": [], "is_host": False}
            await ada.place("f6")
            await watcher.until(lambda: watcher.number == ada.number)
            await ben.until(lambda: ben.number == ada.number)
            assert watcher.events[watcher.number] == ben.events[ada.number]
            for type_ in ("resign", "offer_end", "rematch"):
                assert (await watcher.ask(type_, seat=1))["type"] == "refused"
            assert (await watcher.place(seat=2))["code"] == "not-your-seat"
            assert (await watcher.ask("sit", seat=1, name="Dag"))["code"] == "not-waiting"

    asyncio.run(story())


def test_nobody_watches_a_match_that_the_host_keeps_for_the_players(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"), spectators=False, rounds_to_win=1)
            early = await people.sit(code)
            ada = await people.sit(code, host)
            assert early.phase == "waiting"
            await ada.ask("start", fill="random")
            await early.until(lambda: early.byes)
            assert (early.byes[0]["code"], early.byes[0]["reconnect"]) == ("not-a-spectator", False)
            assert early.phase == "waiting", "what happens in the match was told to a spectator"
            late = await people.sit(code)
            assert late.byes[0]["code"] == "not-a-spectator"
            assert late.number == 0
            for path in ("", "/events", "/invite.svg"):
                response = await early.device.http.get(f"/api/tables/{code}{path}")
                assert (response.status_code, response.json()["code"]) == (403, "not-a-spectator")
            await ada.play()
            assert (await early.device.get(f"/api/tables/{code}"))["phase"] == "over"
            _, second = (await early.device.get(f"/api/tables/{code}"))["seats"]
            assert second["bot"] == "random"

    asyncio.run(story())
