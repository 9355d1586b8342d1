"""The clock that tests can set is the one that a server goes by."""

import asyncio
import time
from pathlib import Path

from ..client import Device, person
from ..durability.party import logs_of
from ..process import ServerProcess
from . import Clock

HOUR = 3600.0


def test_a_server_goes_by_the_clock_that_is_set(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    clock = Clock(process)

    async def opened_at() -> float:
        async with Device(process.url) as ada:
            code = await ada.open(person("Ada"))
        return float(logs_of(process.database)[code][1]["at"]) / 1000

    process.start()
    try:
        for hours in (0, 1, -1):
            clock.offset_seconds = hours * HOUR
            assert abs(asyncio.run(opened_at()) - time.time() - hours * HOUR) < HOUR / 2
    finally:
        process.end()
