"""Leases that begin with an append, are taken early, and are renewed."""

import asyncio
import time

import pytest

from punto.server.store.model import Due
from punto.server.store.store import Store
from server.databases import Postgres

from .appends import begin, go_on

LONG = 600_000
"""Milliseconds: longer than any test takes."""


def now() -> int:
    return round(time.time() * 1000)


async def claimed(store: Store) -> list[str]:
    return [row.table for row in await store.claim(now(), LONG)]


def test_an_append_can_lease_what_it_makes_due(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            await one.append(begin("ours", due=Due(now(), "bot", LONG)))
            await one.append(begin("free", due=Due(now() - 1, "bot")))
            assert await claimed(two) == ["free"]
            await two.append(go_on(1, "ours", due=Due(now() - 1, "bot")))
            assert await claimed(one) == ["ours"]

    asyncio.run(story())


def test_a_lease_expires(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            await one.append(begin("a", due=Due(now(), "bot", 300)))
            async with asyncio.timeout(60):
                while await claimed(two) != ["a"]:
                    await asyncio.sleep(0.05)

    asyncio.run(story())


def test_what_is_due_at_a_table_can_be_taken_early_by_one_node(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            await one.append(begin("a", due=Due(now() + LONG, "bot")))
            await one.append(begin("b", due=Due(now() + LONG, "bot")))
            takers = [store.take(now(), LONG, "a") for store in (one, two, one, two)]
            assert sorted(await asyncio.gather(*takers)) == [False, False, False, True]
            assert await one.take(now(), LONG, "b")
            assert not await one.take(now(), LONG, "none")
            assert not await one.take(now(), LONG, "\0")

    asyncio.run(story())


def test_a_lease_is_renewed_only_if_its_holder_knows_the_last_event(
    address: str,
) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            for name in ("kept", "gone-on", "none-due"):
                due = None if name == "none-due" else Due(now(), "bot", 1)
                await one.append(begin(name, due=due))
            await two.append(go_on(1, "gone-on"))
            await one.renew(now(), LONG, {"kept": 1, "gone-on": 1, "none-due": 1, "nowhere": 1})
            async with asyncio.timeout(60):
                while await claimed(two) != ["gone-on"]:
                    await asyncio.sleep(0.05)
            assert await claimed(two) == []

    asyncio.run(story())


def test_tables_with_newer_events_are_found_in_one_query(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            for name in ("a", "b", "c d '\""):
                await store.append(begin(name))
            assert await store.ahead({"a": 1, "b": 1, "c d '\"": 1, "none": 0}) == []
            await store.append(go_on(1, "b"))
            await store.append(go_on(1, "c d '\""))
            assert sorted(await store.ahead({"a": 1, "b": 1, "c d '\"": 1})) == ["b", "c d '\""]
            assert await store.ahead({"a": 0, "b": 2}) == ["a"]
            assert await store.ahead({}) == []
            many = {f"t{number}": 0 for number in range(5000)}
            assert await store.ahead({**many, "b": 0}) == ["b"]

    asyncio.run(story())


@pytest.mark.parametrize("skew", [-LONG, LONG])
def test_on_postgresql_the_clock_of_the_lease_holder_does_not_matter(
    postgres: Postgres, skew: int
) -> None:
    async def story(address: str) -> None:
        async with Store(address) as wrong, Store(address) as right:
            await wrong.append(begin("long", due=Due(now() + skew, "bot", LONG)))
            await wrong.append(begin("short", due=Due(now() + skew, "bot", 1)))
            async with asyncio.timeout(60):
                while await claimed(right) != ["short"]:
                    await asyncio.sleep(0.05)
            assert await claimed(right) == []

    with postgres.database() as address:
        asyncio.run(story(address))
