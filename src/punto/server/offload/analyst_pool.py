"""The child processes that analyse, behind a fair queue; bots to move come before them."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from punto.server.limits.fair_queue import FairSlots, Owner
from punto.server.offload.jobs import REFUSED, error_in
from punto.server.offload.process import ChildProcess

WAITING, WAITING_PER_ADDRESS, WAITING_PER_DEVICE = 256, 64, 32
"""Jobs that may wait for a process; more are refused as busy. Every analysis has a few."""

JOB_SECONDS = 120.0
"""How long a job may take on the clock: far longer than the processor needs for it, because these
processes get only what others leave of a busy machine."""

YIELD_SECONDS = 1.0
"""How long a job waits for bots that are due to move. The operating system favours them, too."""

YIELD_INTERVAL_SECONDS = 0.02
"""How often it looks whether they still think."""

Found = dict[str, Any]


class AnalystPool:
    """A fixed number of processes. Each does one job at a time, of whoever used the least time."""

    def __init__(
        self,
        count: int,
        *,
        are_bots_thinking: Callable[[], bool] = lambda: False,
        charge: Callable[[Owner, float], None] = lambda _owner, _seconds: None,
    ) -> None:
        """`charge` is called with the processor seconds of each job."""
        self.count = count
        self.idle = [
            ChildProcess("punto.server.offload.analyst", job_seconds=JOB_SECONDS)
            for _ in range(count)
        ]
        self.children = tuple(self.idle)
        self.are_bots_thinking, self.charge = are_bots_thinking, charge
        self.jobs_done = 0
        self.slots = FairSlots(
            count,
            waiting=WAITING,
            waiting_per_device=WAITING_PER_DEVICE,
            waiting_per_address=WAITING_PER_ADDRESS,
        )
        self._tasks: set[asyncio.Task[Found]] = set()

    async def run(self, owner: Owner, job: Mapping[str, object]) -> Found:
        """Do a job, and return what was found. Raises PuntoError, BusyError or JobFailedError.

        If the caller is cancelled, a job that waits is dropped. One that runs is finished, since
        that takes less time than starting another process.
        """
        is_running = asyncio.Event()
        task = asyncio.get_running_loop().create_task(self._run(owner, job, is_running))
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not is_running.is_set():
                task.cancel()
            raise

    def _forget(self, task: "asyncio.Task[Found]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _run(
        self, owner: Owner, job: Mapping[str, object], is_running: asyncio.Event
    ) -> Found:
        async with self.slots.slot(owner) as slot:
            await self._let_bots_go_first()
            is_running.set()
            child = self.idle.pop()
            try:
                status, text = await child.ask(json.dumps(job).encode())
            finally:
                self.idle.append(child)
            self.jobs_done += 1
            if status == REFUSED:
                raise error_in(text)
            reply = json.loads(text)
            slot.seconds = reply["seconds"]
            self.charge(owner, reply["seconds"])
            found: Found = reply["found"]
            return found

    async def _let_bots_go_first(self) -> None:
        until = time.monotonic() + YIELD_SECONDS
        while self.are_bots_thinking() and time.monotonic() < until:
            await asyncio.sleep(YIELD_INTERVAL_SECONDS)

    async def close(self) -> None:
        """Drop waiting jobs, and kill the processes."""
        self.slots.close()
        for task in tuple(self._tasks):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        for child in self.children:
            await child.close()
