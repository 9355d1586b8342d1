"""Matches of bots alone pause when nobody watches, on any node."""

import asyncio
from pathlib import Path

import pytest

from punto.server.live import bot_runner, table_actor
from punto.server.live.due import PARKED_MS
from punto.server.live.due_worker import run_due_worker
from punto.server.store.errors import UNAVAILABLE, refusal

from ..client import bot, person
from .room import Room, room
from .test_leases import Thoughts
from .twins import pause, twins

BOTS = bot("random"), bot("random"), bot("random")
LATER = 2001


async def parked(rooms: Room) -> bool:
    """Tell whether everything that is due waits for somebody to come."""
    rows = await rooms.store.due(PARKED_MS + 1)
    return [row.at for row in rows] == [PARKED_MS]


async def until_parked(rooms: Room) -> None:
    async with asyncio.timeout(60):
        while not await parked(rooms):
            await asyncio.sleep(0.01)


def test_a_table_of_bots_sleeps_until_somebody_comes(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            thoughts = Thoughts(rooms)
            code = await rooms.open(*BOTS, mode="3p", rounds_to_win=9)
            rooms.now += LATER
            await until_parked(rooms)
            rooms.now += 1_000_000
            await asyncio.sleep(0.6)
            assert thoughts.count == 0
            watcher = rooms.visitor(code, "watcher")
            await watcher.come()
            await rooms.until_number(code, 10)
            await watcher.go()
            await until_parked(rooms)
            await rooms.until(lambda: not rooms.hub.tables)
            before = thoughts.count
            rooms.now += 1_000_000
            await asyncio.sleep(0.6)
            assert thoughts.count == before
            await watcher.come()
            await rooms.until(lambda: thoughts.count > before + 3)

    asyncio.run(story())


def test_it_wakes_up_although_the_database_failed_when_somebody_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            code = await rooms.open(*BOTS, mode="3p", rounds_to_win=9)
            rooms.now += LATER
            await until_parked(rooms)

            async def fail(*_: object) -> bool:
                raise refusal(UNAVAILABLE)

            watcher = rooms.visitor(code, "watcher")
            with monkeypatch.context() as patch:
                patch.setattr(rooms.store, "take", fail)
                await watcher.come()
            await rooms.until_number(code, 10)

    asyncio.run(story())


def test_it_sleeps_on_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            code = await rooms.open(*BOTS, mode="3p")
        async with room(tmp_path) as rooms:
            thoughts = Thoughts(rooms)
            rooms.now += LATER
            await until_parked(rooms)
        async with room(tmp_path) as rooms:
            thoughts = Thoughts(rooms)
            rooms.now += LATER + 60_000
            await asyncio.sleep(0.6)
            assert thoughts.count == 0
            await rooms.visitor(code, "watcher").come()
            await rooms.until_number(code, 6)

    asyncio.run(story())


def test_bots_move_until_it_is_the_turn_of_a_person_who_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            thoughts = Thoughts(rooms)
            code = await rooms.open(person("Ada"), *BOTS[:2], mode="3p", start=2)
            rooms.now += LATER
            await rooms.until_number(code, 4)
            await rooms.until_due()
            rooms.now += 60_000
            await asyncio.sleep(0.6)
            assert thoughts.count == 2
            assert len(await rooms.store.read(code)) == 4

    asyncio.run(story())


def test_where_bots_stand_in_for_everybody_nobody_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            code = await rooms.open(person("Ada"), mode="3p", start=1, rounds_to_win=9)
            ada, ben, cleo = (rooms.visitor(code, name) for name in ("ada", "ben", "cleo"))
            for visitor in (ada, ben, cleo):
                await visitor.come()
            await ben.do("sit", seat=2, name="Ben")
            await cleo.do("sit", seat=3, name="Cleo")
            await ada.go()
            await ben.go()
            rooms.now += 30_000
            await cleo.do("stand_in", seat=1, bot="random")
            await cleo.do("stand_in", seat=2, bot="random")
            await cleo.do("resign", seat=3)
            await cleo.go()
            await until_parked(rooms)
            await rooms.until(lambda: not rooms.hub.tables)
            await ben.come()
            assert ben.table is not None
            table = await ben.table.current()
            assert table.seats[1].bot == ""

    asyncio.run(story())


# Several nodes


def test_bots_play_on_while_somebody_looks_on_another_node(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            code = await here.open(*BOTS, mode="3p", rounds_to_win=9)
            first, second = here.visitor(code, "first"), there.visitor(code, "second")
            await first.come()
            await second.come()
            await pause()
            await first.go()
            length = len(await here.store.read(code))
            await there.until_number(code, length + 12)
            await second.go()
            await until_parked(here)
            length = len(await here.store.read(code))
            here.now = there.now = here.now + 60_000
            await asyncio.sleep(1)
            assert len(await here.store.read(code)) == length
            await second.come()
            await there.until_number(code, length + 5)

    asyncio.run(story())


def test_who_came_while_another_node_parked_the_table_does_not_wait_for_ever(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            mine = Thoughts(here)
            mine.is_slow = True
            code = await here.open(*BOTS, mode="3p")
            first, second = here.visitor(code, "first"), there.visitor(code, "second")
            await first.come()
            await here.until(lambda: mine.count == 2)
            there.bus.copies = 0  # nobody hears of the second
            await second.come()
            await first.go()
            mine.goes_on.set()
            await until_parked(here)
            there.now += 5000
            length = len(await here.store.read(code))
            await there.until_number(code, length + 3)
            await there.until(lambda: second.pile.sent)

    asyncio.run(story())


def test_a_node_that_died_with_a_sleeping_table_is_replaced(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            code = await here.open(*BOTS, mode="3p")
            await here.hub.do_what_is_due(code)
            assert await parked(here)
            mine = Thoughts(here)
            mine.goes_on.clear()
            first = here.visitor(code, "first")
            await first.come()
            await here.until(lambda: mine.count == 1)  # and it will never be done
            second = there.visitor(code, "second")
            await second.come()
            there.now += LATER
            worker = asyncio.create_task(run_due_worker(there.hub))
            await there.until_number(code, 5)
            worker.cancel()
            mine.goes_on.set()

    asyncio.run(story())


# What fails


def test_a_bot_that_cannot_move_is_given_up_until_somebody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no such card")

    async def story() -> None:
        async with room(tmp_path) as rooms:
            thoughts = Thoughts(rooms)
            code = await rooms.open(person("Ada"), bot("random"), start=2)
            with monkeypatch.context() as patch:
                patch.setattr(table_actor, "lay", broken)
                async with asyncio.timeout(60):
                    while not await parked(rooms):
                        rooms.now += LATER
                        await asyncio.sleep(0.05)
                assert thoughts.count == bot_runner.MAX_FAILURES
                rooms.now += 1_000_000
                await asyncio.sleep(0.6)
                assert thoughts.count == bot_runner.MAX_FAILURES
                assert not rooms.hub.tables
                assert not rooms.hub.bots._failures
            await rooms.visitor(code, "ada").come()
            await rooms.until_number(code, 3)

    asyncio.run(story())


def test_parked_rows_are_never_claimed(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            await rooms.open(*BOTS, mode="3p")
            rooms.now += LATER
            await until_parked(rooms)
            year = 365 * 24 * 3600 * 1000
            assert await rooms.store.claim(rooms.now + 1000 * year, 1) == []

    asyncio.run(story())


def test_a_clock_that_began_anew_too_often_runs_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            code = await rooms.open(person("Ada"), start=1, turn_seconds=60)
            ada, ben = rooms.visitor(code, "ada"), rooms.visitor(code, "ben")
            await ada.come()
            await ben.come()
            await ben.do("sit", seat=2, name="Ben")
            await ben.go()
            for _ in range(12):
                await ada.go()
                rooms.now += 61_000
                await rooms.until_due()
                await ada.come()
            async with asyncio.timeout(60):
                while [e.kind for e in await rooms.store.read(code)].count("placed") != 1:
                    await asyncio.sleep(0.05)

    asyncio.run(story())
