"""One node does what is due, under a lease, and another takes over if that node fails."""

import asyncio
from pathlib import Path

from punto.rules.cell import Cell
from punto.rules.view import View
from punto.server.limits.fair_queue import Owner
from punto.server.live.due_worker import renew_leases

from ..client import Message, bot, person
from .room import Room, Visitor
from .twins import pause, twins, two


class Thoughts:
    """Counts what the bots of a node think about, and can hold them up."""

    def __init__(self, room: Room) -> None:
        self.count = 0
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.is_slow = False
        """Whether every thought has to be let go on."""
        self.choose = room.bot_pool.choose
        room.bot_pool.choose = self  # type: ignore[method-assign]

    async def __call__(self, name: str, view: View, owner: Owner, seed: int | None = None) -> Cell:
        self.count += 1
        await self.goes_on.wait()
        if self.is_slow:
            self.goes_on.clear()
        return await self.choose(name, view, owner, seed)


async def until_a_bot_is_to_move(
    here: Room, *bots: Message, **settings: object
) -> tuple[str, Visitor]:
    """Let Ada lay the first card; give the code of the table, and her."""
    code = await here.open(person("Ada"), *bots, start=1, **settings)
    ada = here.visitor(code, "ada")
    await ada.come()
    await ada.do("place", answers=2, seat=1, cell="f6")
    return code, ada


def test_the_node_lets_the_bot_think_that_made_it_its_turn(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            mine, theirs = Thoughts(here), Thoughts(there)
            code = await here.open(person("Ada"), bot("random"), start=1)
            ada, watcher = here.visitor(code, "ada"), there.visitor(code, "watcher")
            await ada.come()
            await watcher.come()
            await ada.do("place", answers=2, seat=1, cell="f6")
            await there.until_number(code, 4)
            await asyncio.sleep(0.6)
            assert (mine.count, theirs.count) == (1, 0)
            await there.until(lambda: there.hub.tables[code].last_event == 4)
            numbers = [event["number"] for event in watcher.events()]
            assert numbers == sorted(set(numbers))

    asyncio.run(story())


def test_another_node_takes_over_when_the_lease_is_over_and_nobody_moves_twice(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            mine, theirs = Thoughts(here), Thoughts(there)
            mine.goes_on.clear()
            code, ada = await until_a_bot_is_to_move(here, bot("random"))
            await here.until(lambda: mine.count == 1)
            there.now += 1999
            await asyncio.sleep(0.6)
            assert theirs.count == 0
            there.now += 1
            await here.until_number(code, 4)
            assert theirs.count == 1
            await here.until(lambda: here.hub.tables[code].last_event == 4)
            mine.goes_on.set()
            await here.until(lambda: not here.hub.bots.thinking_since)
            assert [entry.number for entry in await here.store.read(code)] == [1, 2, 3, 4]
            placed = [event for event in ada.events() if event["kind"] == "placed"]
            assert [event["number"] for event in placed] == [3, 4]

    asyncio.run(story())


def test_a_second_thought_is_dropped_also_by_who_has_heard_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            mine, theirs = Thoughts(here), Thoughts(there)
            mine.goes_on.clear()
            code, _ = await until_a_bot_is_to_move(here, bot("random"))
            there.bus.copies = 0
            there.now += 2000
            await there.until_number(code, 4)
            mine.goes_on.set()
            await here.until(lambda: not here.hub.bots.thinking_since)
            assert (mine.count, theirs.count) == (1, 1)
            assert [entry.number for entry in await here.store.read(code)] == [1, 2, 3, 4]
            await here.hub.look(here.hub.tables)
            await here.until(lambda: here.hub.tables[code].last_event == 4)

    asyncio.run(story())


def test_a_node_that_was_too_slow_leaves_what_follows_to_the_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            mine, theirs = Thoughts(here), Thoughts(there)
            mine.goes_on.clear()
            theirs.is_slow = True
            bots = [bot("random"), bot("random")]
            code, _ = await until_a_bot_is_to_move(here, *bots, mode="3p")
            await here.until(lambda: mine.count == 1)
            there.now += 2000
            await here.until_number(code, 4)
            await here.until(lambda: here.hub.tables[code].last_event == 4)
            mine.goes_on.set()
            await here.until(lambda: not here.hub.bots.thinking_since)
            theirs.goes_on.set()
            await here.until_number(code, 5)
            assert (mine.count, theirs.count) == (1, 2)

    asyncio.run(story())


def test_a_bot_that_thinks_for_long_keeps_its_lease(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            mine = Thoughts(here)
            mine.goes_on.clear()
            code, _ = await until_a_bot_is_to_move(here, bot("random"))
            await here.until(lambda: here.hub.bots.thinking_since)
            here.now += 1500
            here.hub.bots.thinking_since[code] -= 1.5
            await renew_leases(here.hub)
            assert await there.store.claim(here.now + 1999, 1) == []
            rows = await there.store.claim(here.now + 2000, 1)
            assert [row.table for row in rows] == [code]
            mine.goes_on.set()
            await here.until_number(code, 4)

    asyncio.run(story())


def test_who_comes_to_another_node_does_not_make_a_bot_think_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            mine, theirs = Thoughts(here), Thoughts(there)
            mine.goes_on.clear()
            code = await here.open(person("Ada"), bot("random"), start=2)
            ada, watcher = here.visitor(code, "ada"), there.visitor(code, "watcher")
            await ada.come()
            await here.until(lambda: mine.count == 1)
            await watcher.come()
            await pause()
            await watcher.go()
            await ada.do("offer_end", seat=1)  # which ends the match, as nobody else plays
            mine.goes_on.set()
            await here.until(lambda: not here.hub.bots.thinking_since)
            assert (mine.count, theirs.count) == (1, 0)
            kinds = [entry.kind for entry in await here.store.read(code)]
            assert kinds == ["opened", "started", "end_offered", "over"]
            await here.until_due()

    asyncio.run(story())


def test_a_new_table_is_seen_to_by_the_node_to_which_somebody_comes(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            code = await here.open(person("Ada"), bot("random"), start=2)
            ada = there.visitor(code, "ada")
            await ada.come()
            await here.until_number(code, 3)

    asyncio.run(story())


def test_a_table_sleeps_only_if_nobody_is_on_any_node(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            ada, ben = await two(here, there, turn_seconds=60)
            await ada.go()
            here.now += 60_000  # Ben's node is not the one that notices
            await here.until_number(ada.code, 4)
            (entry,) = await here.store.read(ada.code, 3)
            assert '"by":"clock"' in entry.body
            await there.until(lambda: there.hub.tables[ada.code].last_event == 4)
            assert [event["number"] for event in ben.events()] == [4]
            await here.until_due("clock")
            await ben.go()
            here.now += 60_000
            await here.until_due()
            assert len(await here.store.read(ada.code)) == 4

    asyncio.run(story())


def test_a_table_that_sleeps_because_somebody_was_not_heard_is_woken_up(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            ada, ben = await two(here, there, turn_seconds=60)
            await ada.go()
            there.bus.copies = 0
            here.now += 60_000
            await here.until_due()
            assert len(await here.store.read(ada.code)) == 3
            there.now += 65_000
            await there.hub.do_what_is_overdue()  # nobody is late enough yet
            assert not there.hub.bots.thinking_since
            there.now += 1
            await there.until_number(ada.code, 4)
            await there.until(lambda: [event["number"] for event in ben.events()] == [4])
            await there.until_due("clock")

    asyncio.run(story())


def test_where_the_bus_is_away_a_node_lets_no_table_sleep(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path) as (here, there):
            ada, ben = await two(here, there, turn_seconds=60)
            await ada.go()
            here.bus.trouble = "bus-unavailable"
            here.now += 60_000
            await asyncio.sleep(0.8)
            assert await here.due() == ["clock"]
            assert len(await here.store.read(ada.code)) == 3
            there.now = here.now + 2000
            await there.until_number(ada.code, 4)
            del here.bus.trouble
            await there.until(lambda: ben.pile.sent)

    asyncio.run(story())
