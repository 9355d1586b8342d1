"""Turns: a crowd is served a few at a time, so that the event loop stays free for others."""

import asyncio
import time

import pytest

from punto.server.transport.turns import MIN_PER_TURN, MessageTurns


async def crowd(turns: MessageTurns, count: int, work_seconds: float) -> None:
    """Let so many wait for their turn, each with some work to do."""

    async def one() -> None:
        waiter = asyncio.get_running_loop().create_future()
        turns.put(waiter)
        await waiter
        end = time.thread_time() + work_seconds
        while time.thread_time() < end:
            pass

    await asyncio.gather(*(one() for _ in range(count)))


async def hops(until: "asyncio.Task[None]") -> int:
    """Count how often somebody else gets to run meanwhile."""
    count = 0
    while not until.done():
        await asyncio.sleep(0)
        count += 1
    return count


@pytest.mark.parametrize("work_seconds", [0.0, 0.001])
def test_all_get_their_turn(work_seconds: float) -> None:
    asyncio.run(crowd(MessageTurns(), 500, work_seconds))


def test_the_costlier_their_work_the_fewer_begin_in_a_turn() -> None:
    async def story() -> None:
        turns = MessageTurns()
        running = asyncio.create_task(crowd(turns, 300, 0.002))
        others = await hops(running)
        assert turns.per_turn == MIN_PER_TURN
        assert others > 300 / 32

    asyncio.run(story())


def test_a_turn_grows_again_when_work_is_cheap() -> None:
    async def story() -> None:
        turns = MessageTurns()
        turns.per_turn = MIN_PER_TURN
        await crowd(turns, 2000, 0.0)
        assert turns.per_turn > 4 * MIN_PER_TURN

    asyncio.run(story())


def test_somebody_alone_does_not_wait() -> None:
    async def story() -> None:
        turns = MessageTurns()
        waiter = asyncio.get_running_loop().create_future()
        turns.put(waiter)
        assert waiter.done()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not turns.is_scheduled

    asyncio.run(story())


def test_those_who_gave_up_take_no_turn() -> None:
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
