"""What is due is leased to one node at a time, and can be claimed again if it is not settled."""

import asyncio
import time
from collections import Counter

import pytest

from punto.server.store.model import KEEP, Due, DueRow
from punto.server.store.store import Store
from server.databases import Postgres

from .appends import begin, go_on

LONG = 600_000
"""Milliseconds: longer than any test takes."""


def now() -> int:
    return round(time.time() * 1000)


async def claimed(store: Store, lease: int = LONG, limit: int = 100) -> list[str]:
    return [row.table for row in await store.claim(now(), lease, limit)]


def test_what_is_due_is_claimed_once_and_the_earliest_comes_first(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            assert await claimed(one) == []
            for name, at in {"a": 30, "b": 10, "c": 20, "later": now() + LONG}.items():
                await one.append(begin(name, due=Due(at, "bot")))
            assert await one.claim(now(), LONG, 2) == [
                DueRow("b", 10, "bot"),
                DueRow("c", 20, "bot"),
            ]
            assert await two.claim(now(), LONG, 2) == [DueRow("a", 30, "bot")]
            assert await claimed(one) == await claimed(two) == []
            assert [row.table for row in await one.due(now())] == ["b", "c", "a"]

    asyncio.run(story())


def test_unsettled_work_can_be_claimed_again_when_the_lease_expires(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            await one.append(begin("a", due=Due(1, "bot")))
            before = time.monotonic()
            assert await claimed(one, lease=700) == ["a"]
            after = time.monotonic()
            assert await claimed(two) == []  # unless the machine is very slow
            while not (again := await claimed(two)):
                assert time.monotonic() < after + 30
                await asyncio.sleep(0.02)
            assert again == ["a"]
            assert time.monotonic() - before > 0.69
            assert await claimed(one) == []

    asyncio.run(story())


def test_an_append_that_replaces_or_removes_what_is_due_settles_it(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            for name in ("kept", "replaced", "removed"):
                await one.append(begin(name, due=Due(1, "bot")))
            assert len(await claimed(one)) == 3
            await one.append(go_on(1, "kept", due=KEEP))
            await one.append(go_on(1, "removed", due=None))
            await one.append(go_on(1, "replaced", due=Due(2, "clock")))
            assert await two.claim(now(), LONG) == [DueRow("replaced", 2, "clock")]
            assert await claimed(one) == []
            assert {row.table for row in await one.due(now())} == {"kept", "replaced"}

    asyncio.run(story())


def test_racing_stores_never_claim_the_same(address: str) -> None:
    count = 400

    async def race(store: Store) -> list[str]:
        mine: list[str] = []
        while some := await claimed(store, limit=7):
            mine += some
        return mine

    async def story() -> None:
        async with Store(address) as one, Store(address) as two, Store(address) as three:
            dues = (begin(f"t{number}", due=Due(number % 5, "bot")) for number in range(count))
            await asyncio.gather(*map(one.append, dues))
            shares = await asyncio.gather(*(race(store) for store in (one, two, three, one, two)))
            for store in (one, two, three):  # rows are skipped while another store has them locked
                shares.append(await race(store))
            handed_out = Counter(name for share in shares for name in share)
            assert handed_out == Counter({f"t{number}": 1 for number in range(count)})
            assert sum(map(bool, shares)) > 1  # on a slow machine one of them may get nothing

    asyncio.run(story())


def test_on_postgresql_the_clocks_of_nodes_do_not_matter(postgres: Postgres) -> None:
    async def story(address: str) -> None:
        async with Store(address) as slow, Store(address) as fast:
            await slow.append(begin("a", due=Due(1, "bot")))
            await slow.append(begin("later", due=Due(now() + LONG, "bot")))
            assert [row.table for row in await slow.claim(0, LONG)] == ["a"]
            assert await fast.claim(now() + 100 * LONG, LONG) == []

    with postgres.database() as address:
        asyncio.run(story(address))


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_on_sqlite_the_clock_of_the_server_is_used(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("a", due=Due(50, "bot")))
            assert await store.claim(49, 10) == []
            assert await store.claim(50, 10) == [DueRow("a", 50, "bot")]
            assert await store.claim(59, 10) == []
            assert await store.claim(60, 10) == [DueRow("a", 50, "bot")]

    asyncio.run(story())


def test_a_claim_with_nothing_due_does_not_use_the_writer(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("a", due=Due(now() + LONG, "bot")))
            store._writer.submit = None  # type: ignore[assignment, method-assign]
            assert await claimed(store) == []
            del store._writer.submit

    asyncio.run(story())


def test_times_too_far_ahead_after_a_clock_change_are_due_now(address: str) -> None:
    hour, rules = 3_600_000, {"bot": 10_000, "clock": 60_000}

    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin("later", due=Due(now() + 30_000, "clock")))
            await store.append(begin("turn", due=Due(now() + hour, "clock")))
            await store.append(begin("bot", due=Due(now() + hour, "bot")))
            await store.append(begin("other", due=Due(now() + hour, "other")))
            await store.append(begin("lent", due=Due(now() - 1, "bot")))
            await store.claim(now(), hour)
            await store.correct_times(now(), 10_000, rules)
            assert {row.table for row in await store.claim(now() + 1, 10)} == {
                "turn",
                "bot",
                "lent",
            }

    asyncio.run(story())
