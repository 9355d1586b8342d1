"""The fair queue: whoever used the least time is next, by address first and by device second."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import pytest

from punto.server.limits.fair_queue import BusyError, FairSlots, Owner

MALLORY, ADA = Owner("mallory", "192.0.2.1"), Owner("ada", "192.0.2.2")


class Served:
    """Jobs that take as long as they say, and the order in which they were served."""

    def __init__(self, count: int = 1, per_device: int = 100, per_address: int = 100) -> None:
        self.slots = FairSlots(
            count, waiting=100, waiting_per_device=per_device, waiting_per_address=per_address
        )
        self.order: list[str] = []

    async def job(self, owner: Owner, seconds: float = 1.0) -> None:
        async with self.slots.slot(owner) as slot:
            await asyncio.sleep(0)
            self.order.append(owner.device)
            slot.seconds = seconds


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


async def all_done(*jobs: Coroutine[Any, Any, None]) -> None:
    await asyncio.gather(*map(asyncio.create_task, jobs))


def test_a_newcomer_waits_for_one_job() -> None:
    async def story() -> None:
        served = Served()
        await all_done(*(served.job(MALLORY) for _ in range(60)), served.job(ADA))
        assert served.order.index("ada") == 1

    run(story())


def test_the_time_used_counts_and_not_the_number_of_jobs() -> None:
    async def story() -> None:
        served = Served()
        long = [served.job(MALLORY, 1.0) for _ in range(20)]
        short = [served.job(ADA, 0.1) for _ in range(20)]
        await all_done(*long, *short)
        first = served.order[:22]
        assert 1 <= first.count("mallory") <= 3

    run(story())


def test_many_devices_of_one_address_share_its_time() -> None:
    async def story() -> None:
        served = Served()
        crowd = [served.job(Owner(f"m{n}", "192.0.2.1")) for n in range(50)]
        hers = [served.job(ADA) for _ in range(5)]
        await all_done(*crowd, *hers)
        assert max(place for place, who in enumerate(served.order) if who == "ada") <= 10

    run(story())


def test_nobody_saves_up_time_while_away() -> None:
    async def story() -> None:
        served = Served()
        await all_done(*(served.job(MALLORY, 5.0) for _ in range(10)))
        hers = [served.job(ADA) for _ in range(20)]
        await all_done(*(served.job(MALLORY) for _ in range(20)), *hers)
        assert 8 <= served.order[10:30].count("ada") <= 12

    run(story())


def test_the_queue_is_limited_per_device_and_address() -> None:
    async def story() -> None:
        served = Served(per_device=2, per_address=3)
        jobs = [asyncio.create_task(served.job(MALLORY)) for _ in range(4)]
        jobs += [asyncio.create_task(served.job(Owner("m2", MALLORY.address))) for _ in range(2)]
        jobs += [asyncio.create_task(served.job(ADA))]
        ends = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(end, BusyError) for end in ends] == [0, 0, 0, 1, 0, 1, 0]

    run(story())


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_cancelled_job_frees_its_slot(turns: int) -> None:
    async def story() -> None:
        served = Served()
        jobs = [asyncio.create_task(served.job(MALLORY)) for _ in range(5)]
        for _ in range(turns):
            await asyncio.sleep(0)
        for job in jobs[:4]:
            job.cancel()
        for job in jobs:
            with suppress(asyncio.CancelledError):
                await job
        await served.job(ADA)
        assert served.order[-2:] == ["mallory", "ada"]
        assert served.slots.free == 1
        assert not served.slots.everybody.members
        assert (served.slots.everybody.waiting, served.slots.everybody.running) == (0, 0)

    run(story())


def test_closing_cancels_what_waits() -> None:
    async def story() -> None:
        served = Served()
        async with served.slots.slot(ADA):
            waiting = asyncio.create_task(served.job(MALLORY))
            await asyncio.sleep(0)
            served.slots.close()
            with pytest.raises(asyncio.CancelledError):
                await waiting

    run(story())
