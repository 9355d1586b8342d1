"""Pictures for previews: painted in another process, once for each scene."""

import asyncio
import os

import pytest

from punto.server.limits.fair_queue import BusyError, Owner
from punto.server.offload.previews import WAITING_PER_DEVICE, Previews
from punto.server.painting.table_picture import Scene, paint_table
from punto.server.table.preview import NEUTRAL_SCENE

ADA = Owner("ada", "192.0.2.1")


def other(value: int) -> Scene:
    return {**NEUTRAL_SCENE, "stacks": {"f6": f"R{value}"}}


def test_a_picture_is_painted_once_in_another_process() -> None:
    async def story() -> None:
        previews = Previews()
        first = await previews.picture(ADA, NEUTRAL_SCENE)
        painter = previews.child.process
        assert painter is not None
        assert painter.pid != os.getpid()
        assert first == paint_table(NEUTRAL_SCENE)
        assert await previews.picture(ADA, other(2)) != first
        await previews.child.close()
        assert await previews.picture(ADA, {**NEUTRAL_SCENE}) == first
        assert previews.child.process is None  # it came from the cache
        await previews.close()

    asyncio.run(story())


def test_too_many_waiting_requests_of_one_device_are_refused() -> None:
    async def story() -> None:
        previews = Previews()
        # If one task fails, the group waits for the others: asyncio of Python 3.11 hangs at its
        # end if it has to cancel one that is just starting a process.
        ben = previews.slots.slot(Owner("ben", "192.0.2.2"))
        async with asyncio.TaskGroup() as tasks, ben:
            waiting = [
                tasks.create_task(previews.picture(ADA, other(value)))
                for value in range(1, WAITING_PER_DEVICE + 1)
            ]
            await asyncio.sleep(0)
            with pytest.raises(BusyError):
                await previews.picture(ADA, other(9))
        assert len({task.result() for task in waiting}) == WAITING_PER_DEVICE
        await previews.close()

    asyncio.run(story())
