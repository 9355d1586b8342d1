"""Faults of the disk under a single node, one function each."""

import asyncio
import errno

from server.disk.shim import ALWAYS, Operation

from .computer import Computer
from .faults import Fault, Storm

COMMITS = 30
"""The disk fails, or power is lost, within about so many commits."""

LONGEST = 10.0
"""Seconds after which a fault is lifted though too little happens to meet it."""


async def lose_power(storm: Storm[Computer]) -> None:
    """Keep of the disk what was synced, and parts of the rest; then start again."""
    (node,) = storm.site.nodes
    node.is_up = False
    await storm.site.machine.lose_power(storm.chance, COMMITS)
    await node.start()


async def _fail(storm: Storm[Computer], operations: Operation, error: int, times: int) -> None:
    disk = storm.site.machine.disk
    failed = disk.failed
    disk.fail(operations, error, after=storm.chance.randrange(COMMITS), times=times)
    for _ in range(round(LONGEST / 0.05)):
        await asyncio.sleep(0.05)
        if disk.failed > failed:
            break
    if times == ALWAYS:
        await storm.while_it_lasts(0.5, 3)
    disk.mend()


async def fill_the_disk(storm: Storm[Computer]) -> None:
    await _fail(storm, Operation.WRITE, errno.ENOSPC, ALWAYS)


async def break_the_disk_for_a_while(storm: Storm[Computer]) -> None:
    await _fail(storm, Operation.WRITE | Operation.SYNC, errno.EIO, ALWAYS)


async def fail_a_write(storm: Storm[Computer]) -> None:
    await _fail(storm, Operation.WRITE, errno.EIO, 1)


async def fail_a_sync(storm: Storm[Computer]) -> None:
    await _fail(storm, Operation.SYNC, errno.EIO, 1)


DISK: tuple[Fault, ...] = (
    lose_power,
    fill_the_disk,
    break_the_disk_for_a_while,
    fail_a_write,
    fail_a_sync,
)
"""One of these at a time."""
