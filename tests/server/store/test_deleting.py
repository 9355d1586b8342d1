"""Old tables: marked in one cleanup, deleted in a later one, and brought back."""

import asyncio
from collections.abc import Iterable

import pytest

from punto.server.store.deleting import DAY_MS, KEPT_DAYS, Policy
from punto.server.store.errors import StoreError
from punto.server.store.model import Due, DueRow
from punto.server.store.recovery import list_deleted, undelete
from punto.server.store.store import Store

from .appends import begin, fill, go_on

POLICY = Policy(3, ("over", "open"))
START = 20_000 * DAY_MS
"""A morning, in milliseconds since 1970."""


async def clean_up_on(store: Store, days: Iterable[float], policy: Policy = POLICY) -> list[int]:
    """Clean up on some days after the start; return how many tables were deleted on each."""
    return [(await store.clean_up(START + int(day * DAY_MS), policy)).deleted for day in days]


async def there(store: Store, *tables: str) -> list[str]:
    return [table for table in tables if await store.table(table)]


def test_old_tables_are_marked_and_deleted_completely_a_day_later(
    address: str,
) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 45, phase="over")
            await store.append(begin("played", at=5, phase="playing", due=Due(1, "bot")))
            await store.append(begin("old", at=5, phase="open", due=Due(1, "clock")))
            await store.append(begin("new", at=START + 2 * DAY_MS, phase="open"))
            first = await store.clean_up(START, POLICY)
            assert (first.marked, first.deleted) == (0, 0)
            await clean_up_on(store, [1])
            third = await store.clean_up(START + 2 * DAY_MS, POLICY)
            assert (third.marked, third.oldest, third.deleted) == (46, 0, 0)
            assert await clean_up_on(store, [2.01, 2.5, 2.99]) == [0, 0, 0]
            assert await clean_up_on(store, [3]) == [46]
            assert await there(store, "t000", "t044", "old", "new", "played") == ["new", "played"]
            assert await store.read("t000") == []
            assert await store.recent("phone", limit=100) == []
            assert await store.due(10) == [DueRow("played", 1, "bot")]

    asyncio.run(story())


def test_days_on_which_no_server_ran_do_not_count(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("a", at=START, phase="open"))
            await clean_up_on(store, [0])
            # With a wrong clock, or after a long time off.
            assert await clean_up_on(store, [40, 41]) == [0, 0]
            assert (await store.clean_up(START + 42 * DAY_MS, POLICY)).marked == 1
            assert (await store.clean_up(START + 1, POLICY)).marked == 0  # the clock is right again
            assert await clean_up_on(store, [1, 2]) == [0, 0]
            assert await there(store, "a") == ["a"]

    asyncio.run(story())


def test_tables_played_while_the_clock_was_behind_are_not_old(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await clean_up_on(store, range(60))
            await clean_up_on(store, [20.5])  # a start with a wrong clock
            await store.append(begin("a", at=START + int(20.6 * DAY_MS), phase="open"))
            assert await clean_up_on(store, [60, 61]) == [0, 0]
            assert (await store.clean_up(START + 62 * DAY_MS, POLICY)).marked == 1
            assert await clean_up_on(store, [62.9, 63]) == [0, 1]

    asyncio.run(story())


def test_tables_deleted_by_a_wrong_clock_are_kept_as_long_as_others(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 2, phase="over")
            await clean_up_on(store, range(4))
            await clean_up_on(store, range(4, 4 + KEPT_DAYS - 2))
            assert len(list_deleted(address)) == 2
            await clean_up_on(store, [3])  # again the day on which they were deleted
            await clean_up_on(store, range(2 + KEPT_DAYS, KEPT_DAYS + 25))
            assert len(list_deleted(address)) == 2

    asyncio.run(story())


def test_a_touched_table_is_kept(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("a", at=START, phase="open"))
            await store.append(begin("b", at=START, phase="open"))
            for day in range(9):
                await store.touch(["a", "never"], START + day * DAY_MS)
                await clean_up_on(store, [day])
            assert await there(store, "a", "b") == ["a"]

    asyncio.run(story())


def test_an_undeleted_table_stays_though_the_servers_clock_is_ahead(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 1, phase="over")
            await clean_up_on(store, range(20))
            await asyncio.to_thread(undelete, address, "t000", START)
            assert await clean_up_on(store, [20, 21, 21.9]) == [0, 0, 0]
            assert await there(store, "t000") == ["t000"]

    asyncio.run(story())


def test_a_marked_table_that_is_used_again_is_kept(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("a", at=START - 2 * DAY_MS, phase="open"))
            await store.append(begin("b", at=START - 2 * DAY_MS, phase="open"))
            await clean_up_on(store, [0, 1, 2])
            await store.append(go_on(1, "a", at=START + int(2.5 * DAY_MS)))
            assert await clean_up_on(store, [3]) == [1]
            assert await there(store, "a", "b") == ["a"]
            assert await clean_up_on(store, [4, 5]) == [0, 0]  # its mark is gone, too
            assert (await store.clean_up(START + 6 * DAY_MS, POLICY)).marked == 1

    asyncio.run(story())


def test_a_touch_removes_the_mark_even_long_before_the_next_cleanup(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("a", at=START, phase="open"))
            await clean_up_on(store, [0, 1, 2])
            assert (await store.clean_up(START + 4 * DAY_MS, POLICY)).marked == 1
            await store.append(go_on(1, "a", at=START + int(4.5 * DAY_MS)))
            await clean_up_on(store, [5, 6], Policy(0, ()))
            again = await store.clean_up(START + 9 * DAY_MS, POLICY)
            assert (again.marked, again.deleted) == (1, 0)
            assert await clean_up_on(store, [10]) == [1]

    asyncio.run(story())


def test_nothing_is_deleted_with_a_policy_of_0_days(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 3, phase="over")
            await clean_up_on(store, range(2))
            assert (await store.clean_up(START + 2 * DAY_MS, POLICY)).marked == 3
            assert await clean_up_on(store, range(3, 40), Policy(0, POLICY.phases)) == [0] * 37
            assert len(await store.recent("phone")) == 3

    asyncio.run(story())


def test_undeleted_tables_are_complete_and_stay(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 2, phase="over")
            before = await store.read("t001")
            assert sum(await clean_up_on(store, range(4))) == 2
            assert {one.table for one in list_deleted(address)} == {"t000", "t001"}
            now = START + 4 * DAY_MS
            await asyncio.to_thread(undelete, address, "t001", now)
            assert await store.read("t001") == before
            row = await store.table("t001")
            assert row is not None
            assert (row.touched_at, row.phase, row.last) == (now, "over", 3)
            assert [row.id for row in await store.recent("phone")] == ["t001"]
            await store.append(go_on(3, "t001", at=now))
            assert [one.table for one in list_deleted(address)] == ["t000"]
            for table in ("t001", "never"):
                with pytest.raises(StoreError) as caught:
                    undelete(address, table, now)
                assert caught.value.code == "not-deleted"

    asyncio.run(story())


def test_deleted_tables_are_kept_for_as_many_days_as_promised(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 45, phase="over")
            assert sum(await clean_up_on(store, range(4))) == 45
            await clean_up_on(store, [3 + 400])  # a wrong clock adds one run day
            await clean_up_on(store, range(4, 2 + KEPT_DAYS))
            assert len(list_deleted(address)) == 45
            purged = [
                (await store.clean_up(START + day * DAY_MS, POLICY)).purged
                for day in range(2 + KEPT_DAYS, 6 + KEPT_DAYS)
            ]
            assert sum(purged) == 45
            assert list_deleted(address) == []

    asyncio.run(story())


def test_deleting_blocks_nobody_and_spares_tables_in_use_again(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 100, phase="over")
            await clean_up_on(store, range(3))
            now = START + 3 * DAY_MS
            tidying = asyncio.create_task(store.clean_up(now, POLICY))
            await store.append(go_on(3, "t099", at=now))
            assert not tidying.done()
            assert (await tidying).deleted == 99
            assert len(await store.read("t099")) == 4

    asyncio.run(story())
