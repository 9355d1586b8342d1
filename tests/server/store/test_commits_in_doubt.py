"""Replies that are lost on the way from PostgreSQL: resolved if possible, else reported."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator

import pytest

from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.model import Append, Appended, DailyResult, DayRow, Due, DueRow
from punto.server.store.store import Limits, Store
from server.cable import Cable
from server.databases import Postgres

from .appends import begin, go_on

WON, LOST = DailyResult("2026-11-17", is_won=True), DailyResult("2026-11-17", is_won=False)

PATIENT = Limits(wait_seconds=30, answer_seconds=60)


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as address:
        yield address


Story = Callable[[Store, Cable], Coroutine[None, None, None]]


def run_story(postgres: Postgres, address: str, limits: Limits, story: Story) -> None:
    """Run a story with a store at the end of a cable."""

    async def whole() -> None:
        async with Cable(postgres.port) as cable, Store(cable.to(address), limits) as store:
            await store.append(begin("a"))
            await store.append(begin("b"))
            await story(store, cable)

    asyncio.run(whole())


@pytest.mark.parametrize("is_heard", [True, False])
def test_a_commit_whose_reply_is_lost_is_recognised_and_stored_once(
    postgres: Postgres, address: str, is_heard: bool
) -> None:
    async def story(store: Store, cable: Cable) -> None:
        cable.break_at(b"COMMIT", is_heard=is_heard)
        works = [
            go_on(1, "a", count=2, due=Due(5, "bot"))._replace(daily=WON),
            go_on(3, "a")._replace(daily=LOST),
            begin("new"),
            go_on(7, "b")._replace(daily=DailyResult("2026-11-18", is_won=True)),
            Append("b", 1, 9, due=Due(6, "clock")),
        ]
        answers = await asyncio.gather(*map(store.append, works), return_exceptions=True)
        assert not cable.fatal, "it did not break"
        assert answers[:3] == [Appended(range(2, 4)), Appended(range(4, 5)), Appended(range(1, 2))]
        assert isinstance(answers[3], ConflictError)
        assert answers[4] == Appended(range(2, 2))
        assert [entry.number for entry in await store.read("a")] == [1, 2, 3, 4]
        assert [len(await store.read(name)) for name in ("b", "new")] == [1, 1]
        assert await store.due(10) == [DueRow("a", 5, "bot"), DueRow("b", 6, "clock")]
        assert await store.daily_totals(9) == [DayRow("2026-11-17", played=2, won=1)]

    run_story(postgres, address, PATIENT, story)


def test_a_lost_commit_is_not_confused_with_the_commit_of_another_node(
    postgres: Postgres, address: str
) -> None:
    async def story(store: Store, cable: Cable) -> None:
        cable.break_at(b"COMMIT", is_heard=False, stays_cut=True)
        lost = asyncio.create_task(store.append(go_on(1, at=5)))
        while cable.fatal:
            await asyncio.sleep(0.01)
        async with Store(address) as other:
            assert await other.append(go_on(1, at=6)) == Appended(range(2, 3))
        cable.mend()
        with pytest.raises(ConflictError) as caught:
            await lost
        assert caught.value.now == 2
        assert [entry.at for entry in await store.read("a")] == [1, 6]

    run_story(postgres, address, PATIENT, story)


@pytest.mark.parametrize("is_heard", [True, False])
def test_a_commit_with_unknown_outcome_is_reported_as_in_doubt(
    postgres: Postgres, address: str, is_heard: bool
) -> None:
    async def story(store: Store, cable: Cable) -> None:
        cable.break_at(b"COMMIT", is_heard=is_heard, stays_cut=True)
        with pytest.raises(StoreError, match="may or may not be stored") as caught:
            await store.append(go_on(1))
        assert caught.value.code == "store-in-doubt"
        with pytest.raises(StoreError, match="nothing was stored") as caught:
            await store.append(go_on(1))
        assert caught.value.code == "store-unavailable"
        cable.mend()
        there = [entry.number for entry in await store.read("a")]
        assert there == ([1, 2] if is_heard else [1])
        assert (await store.append(go_on(there[-1]))).numbers[0] == there[-1] + 1

    run_story(postgres, address, Limits(wait_seconds=0.5, answer_seconds=30), story)


def test_everybody_gets_an_answer_when_the_database_hangs(postgres: Postgres, address: str) -> None:
    async def story(store: Store, cable: Cable) -> None:
        cable.flows.clear()
        begun = asyncio.create_task(store.append(go_on(1)))
        await asyncio.sleep(0.2)  # the writer is busy, so later work waits
        waiting = [asyncio.create_task(store.append(begin(f"t{n}"))) for n in range(5)]
        reading = asyncio.create_task(store.read("a"))
        answers = await asyncio.gather(begun, *waiting, reading, return_exceptions=True)
        codes = [getattr(answer, "code", "") for answer in answers]
        assert codes == ["store-in-doubt"] + ["store-unavailable"] * 6
        cable.flows.set()
        for number in range(5):  # what was given up is not stored later
            assert await store.append(begin(f"t{number}")) == Appended(range(1, 2))
        assert len(await store.read("a")) == 2

    run_story(postgres, address, Limits(wait_seconds=20, answer_seconds=1), story)


def test_a_silent_connection_is_replaced(postgres: Postgres, address: str) -> None:
    async def story(store: Store, cable: Cable) -> None:
        cable.jam()
        works = [store.append(go_on(1)), store.read("a")]
        answers = await asyncio.gather(*works, return_exceptions=True)
        assert all(isinstance(answer, StoreError) for answer in answers)
        cable.clear()  # for new connections; the old ones stay silent
        end = time.monotonic() + 120
        while True:
            try:
                there = [entry.number for entry in await store.read("a")]
                await store.append(go_on(there[-1]))
                break
            except StoreError:
                assert time.monotonic() < end
        assert [entry.number for entry in await store.read("a")] == [*there, len(there) + 1]

    run_story(postgres, address, Limits(wait_seconds=2, answer_seconds=1), story)


def test_a_store_can_be_closed_while_its_database_hangs(postgres: Postgres, address: str) -> None:
    async def story(store: Store, cable: Cable) -> None:
        cable.jam()
        works = [asyncio.create_task(store.append(go_on(1))), asyncio.create_task(store.read("a"))]
        await asyncio.sleep(0.2)
        begun = time.monotonic()
        await store.close(timeout=0.5)
        assert time.monotonic() - begun < 20
        store._writer.thread.join(20)
        assert not store._writer.thread.is_alive()
        answers = await asyncio.gather(*works, return_exceptions=True)
        assert [getattr(answer, "code", "") for answer in answers] == [
            "store-in-doubt",
            "store-unavailable",
        ]

    run_story(postgres, address, Limits(wait_seconds=60, answer_seconds=100), story)
