"""A PostgreSQL server goes away and comes back: retries end, nothing is lost or stored twice."""

import asyncio
import time
from collections.abc import Iterator
from typing import Literal

import pytest

from punto.server.store.errors import StoreError
from punto.server.store.model import Append, Appended, NewEvent
from punto.server.store.store import Limits, Store
from server.databases import Postgres

from .appends import begin, go_on, owner
from .test_group_commit import Counts

PATIENT = Limits(wait_seconds=40, answer_seconds=60)
IMPATIENT = Limits(wait_seconds=0.4, answer_seconds=20)
BOUND = 15
"""Seconds: much more than should be necessary, because machines may be slow."""


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as address:
        yield address


async def code_of(work: asyncio.Future[object] | asyncio.Task[object]) -> str:
    with pytest.raises(StoreError) as caught:
        await work
    return caught.value.code


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_restart_of_the_server_only_delays_appends(
    postgres: Postgres, address: str, how: Literal["fast", "immediate"]
) -> None:
    restarted = asyncio.Event()

    async def play(store: Store, table: str) -> int:
        after, more = 0, 10
        while more:
            event = NewEvent.of("placed", {"table": table, "number": after + 1})
            answer = await store.append(Append(table, after, after, [event], "open"))
            assert answer == Appended(range(after + 1, after + 2))
            after += 1
            if after % 5 == 0:
                assert len(await store.read(table, after - 5)) == 5
            more -= restarted.is_set()
        return after

    async def story() -> None:
        async with Store(address, PATIENT) as store:
            plays = [asyncio.create_task(play(store, f"t{n}")) for n in range(12)]
            for _ in range(3):
                await asyncio.sleep(0.3)
                await asyncio.to_thread(postgres.stop, how)
                await asyncio.sleep(0.2)
                await asyncio.to_thread(postgres.start)
            restarted.set()
            for number, last in enumerate(await asyncio.gather(*plays)):
                entries = await store.read(f"t{number}", limit=100_000)
                assert [entry.number for entry in entries] == list(range(1, last + 1))

    asyncio.run(story())


def test_a_long_outage_is_an_error_until_the_server_is_back(
    postgres: Postgres, address: str
) -> None:
    counts = Counts()

    async def story() -> None:
        async with Store(address, IMPATIENT, observer=counts) as store:
            await store.append(begin())
            await asyncio.to_thread(postgres.stop)
            begun = time.monotonic()
            works = [store.append(go_on(1)), store.append(begin("b")), store.read("a")]
            codes = [await code_of(asyncio.ensure_future(work)) for work in works]
            assert codes == ["store-unavailable"] * 3
            assert 0.4 <= time.monotonic() - begun < BOUND
            begun = time.monotonic()
            for _ in range(20):  # later callers get an answer at once, not after 20 times 0.4 s
                assert await code_of(asyncio.ensure_future(store.append(go_on(1)))) == codes[0]
            assert time.monotonic() - begun < 20 * 0.4
            assert counts.failures["store-unavailable"] >= 22
            await asyncio.to_thread(postgres.start)
            assert await store.append(go_on(1)) == Appended(range(2, 3))
            assert [entry.number for entry in await store.read("a")] == [1, 2]
            assert await store.table("b") is None

    asyncio.run(story())


def test_a_store_waits_for_its_server_to_start(postgres: Postgres, address: str) -> None:
    async def story() -> None:
        await asyncio.to_thread(postgres.stop)
        with pytest.raises(StoreError, match="cannot be reached just now") as caught:
            await Store(address, IMPATIENT).open()
        assert owner(address) + ":***@" in caught.value.sentence
        store = Store(address, PATIENT)
        opening = asyncio.create_task(store.open())
        await asyncio.sleep(0.3)
        assert not opening.done()
        await asyncio.to_thread(postgres.start)
        await opening
        await store.append(begin())
        await store.close()

    asyncio.run(story())


def test_a_server_with_too_many_connections_is_retried(postgres: Postgres, address: str) -> None:
    name = owner(address)

    async def story() -> None:
        async with Store(address, IMPATIENT) as store, Store(address, PATIENT) as patient:
            await store.append(begin())
            postgres.limit(name, 0)
            assert postgres.cut(name) >= 3
            codes = [await code_of(asyncio.ensure_future(store.append(go_on(1))))]
            codes += [await code_of(asyncio.ensure_future(store.read("a")))]
            assert codes == ["store-unavailable"] * 2
            waiting = asyncio.create_task(patient.append(go_on(1)))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            postgres.limit(name, -1)
            assert await waiting == Appended(range(2, 3))
            assert await store.append(go_on(2)) == Appended(range(3, 4))

    asyncio.run(story())
