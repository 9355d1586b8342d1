"""Fair scheduling: a few messages and requests start in each turn of the event loop."""

import asyncio
import time
from collections.abc import Callable

import pytest

from punto.server.transport.turns import (
    MIN_PER_TURN,
    REQUESTS_PER_TURN,
    MessageTurns,
    RequestTurns,
    Start,
)


async def crowd(turns: MessageTurns, count: int, work_seconds: float) -> None:
    """Put that many receivers into the queue, each with some work to do."""

    async def one() -> None:
        waiter = asyncio.get_running_loop().create_future()
        turns.put(waiter)
        await waiter
        end = time.thread_time() + work_seconds
        while time.thread_time() < end:
            pass

    await asyncio.gather(*(one() for _ in range(count)))


async def hops(until: "asyncio.Task[None]") -> int:
    """Count how often another task gets to run until then."""
    count = 0
    while not until.done():
        await asyncio.sleep(0)
        count += 1
    return count


@pytest.mark.parametrize("work_seconds", [0.0, 0.001])
def test_every_message_gets_its_turn(work_seconds: float) -> None:
    asyncio.run(crowd(MessageTurns(), 500, work_seconds))


def test_fewer_messages_start_in_a_turn_if_they_are_expensive() -> None:
    async def story() -> None:
        turns = MessageTurns()
        running = asyncio.create_task(crowd(turns, 300, 0.002))
        others = await hops(running)
        assert turns.per_turn == MIN_PER_TURN
        assert others > 300 / 32

    asyncio.run(story())


def test_more_messages_start_in_a_turn_if_they_are_cheap() -> None:
    async def story() -> None:
        turns = MessageTurns()
        turns.per_turn = MIN_PER_TURN
        await crowd(turns, 2000, 0.0)
        assert turns.per_turn > 4 * MIN_PER_TURN

    asyncio.run(story())


def test_a_single_message_does_not_wait() -> None:
    async def story() -> None:
        turns = MessageTurns()
        waiter = asyncio.get_running_loop().create_future()
        turns.put(waiter)
        assert waiter.done()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not turns.is_scheduled

    asyncio.run(story())


def test_cancelled_receivers_take_no_turn() -> None:
    async def story() -> None:
        turns = MessageTurns()
        turns.per_turn = 1
        waiters = [asyncio.get_running_loop().create_future() for _ in range(3)]
        for waiter in waiters:
            turns.put(waiter)
        waiters[1].cancel()
        await asyncio.sleep(0)
        assert waiters[2].done()

    asyncio.run(story())


class Record:
    """Which requests have started, in order."""

    def __init__(self) -> None:
        self.begun: list[str] = []

    def request(self, name: str, *, is_wanted: bool = True) -> Start:
        def begin() -> bool:
            if is_wanted:
                self.begun.append(name)
            return is_wanted

        return begin


def started(story: Callable[[RequestTurns, Record], None], turns_of_the_loop: int = 0) -> list[str]:
    async def run() -> list[str]:
        turns, record = RequestTurns(), Record()
        story(turns, record)
        for _ in range(turns_of_the_loop):
            await asyncio.sleep(0)
        return list(record.begun)

    return asyncio.run(run())


def put_crowd(turns: RequestTurns, record: Record) -> None:
    for number in range(3 * REQUESTS_PER_TURN):
        turns.put("crowd", record.request(f"crowd {number}"))


def test_a_single_request_starts_immediately() -> None:
    assert started(lambda turns, record: turns.put("a", record.request("a"))) == ["a"]


def test_a_crowd_of_requests_starts_a_few_at_a_time_and_in_order() -> None:
    expected = [f"crowd {number}" for number in range(3 * REQUESTS_PER_TURN)]
    for turn in range(4):
        assert started(put_crowd, turn) == expected[: (turn + 1) * REQUESTS_PER_TURN]


def test_a_request_from_another_address_is_next() -> None:
    def story(turns: RequestTurns, record: Record) -> None:
        put_crowd(turns, record)
        turns.put("a", record.request("a"))
        turns.put("b", record.request("b"))

    begun = started(story, 1)[REQUESTS_PER_TURN:]
    assert sorted(begun[:3]) == ["a", "b", f"crowd {REQUESTS_PER_TURN}"]


def test_requests_of_clients_that_are_gone_take_no_turn() -> None:
    def story(turns: RequestTurns, record: Record) -> None:
        put_crowd(turns, record)
        for _ in range(5):
            turns.put("a", record.request("gone", is_wanted=False))
        turns.put("a", record.request("a"))

    begun = started(story, 1)
    assert len(begun) == 2 * REQUESTS_PER_TURN
    assert "gone" not in begun


def test_nothing_is_left_when_all_requests_have_started() -> None:
    async def story() -> None:
        turns, record = RequestTurns(), Record()
        put_crowd(turns, record)
        for _ in range(6):
            await asyncio.sleep(0)
        assert not turns.is_scheduled
        assert not turns.waiting
        turns.put("a", record.request("a"))
        assert record.begun[-1] == "a"

    asyncio.run(story())
