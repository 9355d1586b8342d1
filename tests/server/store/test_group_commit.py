"""Group commit: every acknowledged event is stored once and in order, and appends share commits."""

import asyncio
import sqlite3
from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from punto.server.store._committer import Committer, NoObserver
from punto.server.store.connections import writer_engine
from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.location import parse_address
from punto.server.store.migrate import prepare
from punto.server.store.model import Append, Appended, NewEvent
from punto.server.store.store import Limits, Store

from .appends import begin, go_on


class Counts:
    """An observer that counts."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.seconds = 0.0
        self.failures: Counter[str] = Counter()

    def committed(self, seconds: float, appends: int) -> None:
        self.batches.append(appends)
        self.seconds += seconds

    def failed(self, code: str, appends: int) -> None:
        self.failures[code] += appends


def test_thousands_of_appends_are_stored_once_and_in_order(address: str) -> None:
    counts = Counts()

    async def play(store: Store, table: str) -> None:
        await store.append(begin(table))
        for after in range(1, 25):
            await store.append(go_on(after, table))
            if after % 8 == 0:  # acknowledged events can be read immediately
                assert [entry.number for entry in await store.read(table, after)] == [after + 1]

    async def story() -> None:
        async with Store(address, observer=counts) as store:
            await asyncio.gather(*(play(store, f"t{number}") for number in range(200)))
            for number in range(200):
                entries = await store.read(f"t{number}")
                assert [entry.number for entry in entries] == list(range(1, 26))

    asyncio.run(story())
    assert sum(counts.batches) == 200 * 25
    assert len(counts.batches) < 200 * 25 / 10
    assert counts.seconds > 0


def test_exactly_one_of_many_appends_with_the_same_number_wins(address: str) -> None:
    async def attempt(store: Store, rival: int, after: int) -> int | ConflictError:
        try:
            await store.append(Append("a", after, 1, [NewEvent.of("rival", rival)], "open"))
        except ConflictError as conflict:
            return conflict
        return rival

    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            winners = []
            for after in range(20):
                rivals = (
                    attempt((one, two)[rival % 2], rival, after) for rival in range(10 + after)
                )
                for outcome in await asyncio.gather(*rivals):
                    if isinstance(outcome, int):
                        winners.append(outcome)
                    else:
                        assert outcome.now == after + 1
            assert [int(entry.body) for entry in await two.read("a")] == winners
            assert len(winners) == 20

    asyncio.run(story())


def test_a_refused_append_does_not_harm_others_in_its_batch(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await store.append(begin())
            committer = Committer(writer_engine(parse_address(address)), NoObserver())
            bad = Append("a", 2, 1, [NewEvent("x", '"\udc80"')])
            nameless = Append("a", 2, 1, [NewEvent(cast("str", None), "{}")])
            outcomes = committer.commit([go_on(1), bad, nameless, go_on(2), go_on(2)])
            committer.close()
            assert [type(outcome) for outcome in outcomes] == [
                Appended,
                StoreError,
                StoreError,
                Appended,
                ConflictError,
            ]
            assert [entry.number for entry in await store.read("a")] == [1, 2, 3]

    asyncio.run(story())


def test_a_batch_is_one_statement_of_sqlite_unless_there_is_a_conflict(path: Path) -> None:
    prepare(parse_address(path))
    committer = Committer(writer_engine(parse_address(path)), NoObserver())
    assert committer.commit([begin("a"), begin("b")]) == [Appended(range(1, 2))] * 2
    said: list[str] = []
    assert committer.raw.kept is not None
    driver = cast("sqlite3.Connection", committer.raw.kept.driver_connection)
    driver.set_trace_callback(said.append)
    moves = [go_on(1, "a", phase="playing", devices=["phone"]), go_on(1, "b"), go_on(2, "a")]
    answers = committer.commit(moves)
    assert [cast("Appended", answer).numbers[0] for answer in answers] == [2, 2, 3]
    assert len(set(said)) == 1  # it is traced again for each step of the trigger
    answers = committer.commit([go_on(2, "a"), go_on(2, "b")])
    assert [type(answer) for answer in answers] == [ConflictError, Appended]
    committer.close()


def test_more_work_is_refused_at_once_when_the_queue_is_full(address: str) -> None:
    async def story() -> None:
        async with Store(address, Limits(max_appends=10, max_reads=5)) as store:
            tasks = [store.append(begin(f"t{number}")) for number in range(30)]
            answers = await asyncio.gather(*tasks, return_exceptions=True)
            assert [getattr(answer, "code", "") for answer in answers] == [""] * 10 + ["busy"] * 20
            await store.append(begin("later"))
            reads = await asyncio.gather(
                *(store.read("t1") for _ in range(9)), return_exceptions=True
            )
            assert [getattr(answer, "code", "") for answer in reads] == [""] * 5 + ["busy"] * 4
            assert len(await store.read("t1")) == 1

    asyncio.run(story())


def test_errors_of_the_observer_are_only_logged(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(NoObserver):
        def committed(self, seconds: float, appends: int) -> None:
            raise RuntimeError

    async def story() -> None:
        async with Store(address, observer=Broken()) as store:
            await store.append(begin())
            await store.append(go_on(1))

    asyncio.run(story())
    assert "the observer of commits failed" in caplog.text


def test_closing_finishes_accepted_work_and_refuses_more(address: str) -> None:
    async def story() -> None:
        store = Store(address)
        await store.open()
        await store.append(begin())
        tasks = [asyncio.create_task(store.append(go_on(after))) for after in range(1, 300)]
        await asyncio.sleep(0)
        await store.close()
        with pytest.raises(StoreError) as caught:
            await store.append(go_on(300))
        assert caught.value.code == "closed"
        with pytest.raises(StoreError, match="the server is stopping"):
            await store.read("a")
        await store.close()
        assert [list((await task).numbers) for task in tasks] == [[n] for n in range(2, 301)]
        async with Store(address) as again:
            assert [entry.number for entry in await again.read("a")] == list(range(1, 301))

    asyncio.run(story())
