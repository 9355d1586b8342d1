"""What people do during a match and after it."""

import asyncio
from pathlib import Path

from ..client import bot, person
from ..gathering import gathering
from ..server_process import ServerProcess
from .matches import check_record, two


def test_a_move_is_answered_with_what_happened_or_with_a_code_and_the_reason(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            refused = await ben.place("f6", seat=2)
            assert (refused["type"], refused["code"]) == ("refused", "not-your-turn")
            assert "turn" in refused["sentence"]
            refused = await ada.place("a1")
            assert (refused["code"], refused["values"]["cell"]) == ("not-origin", "a1")
            placed = await ada.place("f6")
            assert (placed["kind"], placed["cell"], placed["seat"]) == ("placed", "f6", 1)
            await ben.until(lambda: ben.number == ada.number)
            assert ben.events[ben.number] == placed

    asyncio.run(story())


def test_people_say_only_words_of_the_fixed_set(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            words = (await ada.device.get("/api/choices"))["reactions"]
            number = ada.number
            for word in words:
                await ada.send("react", seat=1, reaction=word)
            await ben.until(lambda: len(ben.reactions) == len(words))
            said = [(message["seat"], message["reaction"]) for message in ben.reactions]
            assert said == [(1, word) for word in words]
            await ada.send("react", "free", seat=1, reaction="you are bad at this")
            await ada.until(lambda: ada.refusals)
            assert ada.refusals[-1]["code"] == "unreadable"
            assert "bad" not in str(ada.refusals)
            assert (await ben.ask("react", seat=1, reaction="wow"))["code"] == "not-your-seat"
            assert len(ben.reactions) == len(words)
            assert ada.number == number

    asyncio.run(story())


def test_a_match_is_resigned_and_stays_readable(running: ServerProcess, tmp_path: Path) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            await ada.place()
            assert (await ben.ask("resign", seat=1))["code"] == "not-your-seat"
            assert (await ada.ask("resign", seat=1))["kind"] == "resigned"
            await ben.until(lambda: ben.phase == "over")
            shape = await check_record(people, ada.code, tmp_path)
            assert (shape["over"]["how"], shape["over"]["winner"]) == ("resigned", 2)

    asyncio.run(story())


def test_a_match_ends_when_all_agree_and_a_rematch_has_the_next_starter(
    running: ServerProcess, tmp_path: Path
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            await ada.ask("offer_end", seat=1)
            await ben.ask("decline_end", seat=2)
            await ben.ask("offer_end", seat=2)
            await ada.until(lambda: ada.number == ben.number)
            assert ada.phase == "playing"
            await ada.ask("offer_end", seat=1)
            await ben.until(lambda: ben.phase == "over")
            shape = await check_record(people, ada.code, tmp_path)
            assert (shape["over"]["how"], shape["over"]["winner"]) == ("agreed", None)
            await ben.ask("rematch", seat=2)
            await ada.ask("rematch", seat=1)
            await ben.until(lambda: ben.events[ben.number]["kind"] == "rematched")
            code = ben.events[ben.number]["table"]
            again, against = await people.sit(code, ben.device), await people.sit(code, ada.device)
            assert (again.table["before"], again.phase) == (ada.code, "playing")
            assert (again.you["seats"], against.you["seats"]) == ([2], [1])
            assert against.you["is_host"]
            assert again.turn is not None
            assert again.turn["seat"] == 2
            assert (await again.place())["kind"] == "placed"
            assert code in [entry["table"] for entry in await ben.device.get("/api/tables")]

    asyncio.run(story())


def test_cards_are_taken_back_where_all_people_share_a_device(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"), bot("random"), start=1)
            client = await people.sit(code, host)
            await client.place("f6")
            await client.until(lambda: client.turn and client.turn["seat"] == 1)
            undone = await client.ask("undo", answers=client.number)
            assert (undone["kind"], undone["count"]) == ("undone", 2)
            assert undone["match"]["stacks"] == {}
            assert undone["match"]["turn"]["seat"] == 1
            ada, _ = await two(people)
            await ada.place()
            assert (await ada.ask("undo", answers=ada.number))["code"] == "undo-online"

    asyncio.run(story())


def test_the_clock_lays_the_card_of_who_thinks_too_long(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people, turn_seconds=5)
            until = ada.turn and ada.turn["until"]
            await ben.until(lambda: ben.events[ben.number]["kind"] == "placed", timeout=30)
            placed = ben.events[ben.number]
            assert (placed["seat"], placed["by"]) == (1, "clock")
            assert placed["at"] >= until
            assert placed["turn"]["until"] == placed["at"] + 5000
            assert (await ben.place())["kind"] == "placed"

    asyncio.run(story())
