"""Tables go to sleep when the last client leaves, and wake when one connects, even days later."""

import asyncio
from pathlib import Path

import pytest

from punto.server.table.errors import TableError

from ..client import bot, person
from .room import DAY, Room, Visitor, room


async def two(rooms: Room, **settings: object) -> tuple[Visitor, Visitor]:
    """Let Ada, who begins, and Ben play."""
    code = await rooms.open(person("Ada"), start=1, **settings)
    ada, ben = rooms.visitor(code, "ada"), rooms.visitor(code, "ben")
    await ada.come()
    await ben.come()
    await ben.do("sit", seat=2, name="Ben")
    ada.heard()
    ben.heard()
    return ada, ben


def test_a_table_where_nobody_is_left_is_let_go_and_wakes_days_later(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            ada, ben = await two(rooms)
            await ada.do("place", answers=3, seat=1, cell="f6")
            await ada.go()
            await ben.go()
            await rooms.until(lambda: not rooms.hub.tables)
            assert await rooms.due() == []
            rooms.now += 5 * DAY
            back = rooms.visitor(ben.code, "ben")
            await back.come()
            you, news, _ = back.heard()
            assert you["seats"] == [2]
            assert news["table"]["match"]["turn"]["seat"] == 2
            assert news["table"]["number"] == 4
            cell = news["table"]["match"]["turn"]["cells"].split()[0]
            await back.do("place", answers=4, seat=2, cell=cell)
            assert back.events()[0]["number"] == 5

    asyncio.run(story())


def test_the_clock_stands_still_while_nobody_is_there_and_begins_anew(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            ada, ben = await two(rooms, turn_seconds=60)
            await rooms.until_due("clock")
            await ada.go()
            await ben.go()
            rooms.now += 61_000
            await rooms.until_due()
            await rooms.until(lambda: not rooms.hub.tables)
            rooms.now += 3 * DAY
            back = rooms.visitor(ada.code, "ada")
            await back.come(since=3)
            (clock,) = back.events()
            assert (clock["kind"], clock["until"]) == ("clock_set", rooms.now + 60_000)
            await rooms.until_due("clock")
            rooms.now += 60_001
            await rooms.until(lambda: back.pile.sent)
            (placed,) = back.events()
            assert (placed["kind"], placed["seat"], placed["by"]) == ("placed", 1, "clock")

    asyncio.run(story())


def test_the_clock_goes_on_while_somebody_is_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            ada, ben = await two(rooms, turn_seconds=60)
            await ada.go()
            rooms.now += 59_999
            ben.heard()
            await asyncio.sleep(0.6)
            assert ben.events() == []
            rooms.now += 1
            await rooms.until(lambda: ben.pile.sent)
            assert ben.events()[0]["by"] == "clock"

    asyncio.run(story())


def test_a_bot_that_was_about_to_move_moves_though_nobody_is_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            code = await rooms.open(person("Ada"), bot("random"), start=2)
            assert await rooms.due() == ["bot"]
            assert not rooms.hub.tables
            rooms.now += 2001
            await rooms.until_number(code, 3)
            rooms.now += 5001
            await rooms.until_due()
            ada = rooms.visitor(code, "ada")
            await ada.come(since=2)
            (placed,) = ada.events()
            assert (placed["kind"], placed["by"]) == ("placed", "bot")
            await rooms.until(lambda: not rooms.hub.tables or rooms.hub.tables[code].users == 1)
            await ada.go()
            assert not rooms.hub.tables

    asyncio.run(story())


def test_a_bot_may_stand_in_when_the_grace_time_is_over_and_not_before(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            ada, ben = await two(rooms)
            await ben.go()
            (presence,) = ada.heard()
            assert presence["away"] == {"2": rooms.now + 30_000}
            rooms.now += 29_999
            with pytest.raises(TableError, match="not been away"):
                await ada.do("stand_in", seat=2, bot="random")
            rooms.now += 1
            await ada.do("stand_in", seat=2, bot="random")
            assert ada.events()[0]["kind"] == "stood_in"
            back = rooms.visitor(ada.code, "ben")
            await back.come()
            assert ada.events()[0]["kind"] == "returned"

    asyncio.run(story())


def test_finished_tables_have_nothing_due_and_are_let_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            code = await rooms.open(bot("random"), bot("random"), rounds_to_win=1)
            watcher = rooms.visitor(code, "watcher")
            await watcher.come()
            await rooms.until(lambda: any('"over"' in text for text in watcher.pile.sent))
            await watcher.go()
            await rooms.until(lambda: not rooms.hub.tables)
            assert await rooms.due() == []

    asyncio.run(story())
