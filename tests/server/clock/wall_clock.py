"""Shifts the clocks of this process by the offsets in a file, whenever the file changes.

Nothing is imported here from other modules of the tests: `sitecustomize.py` runs it in any Python.
"""

import mmap
import struct
import time
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "CLOCK_OFFSET_FILE"
"""Names the file: nanoseconds, as two 64-bit integers, for the wall clock and the boot clock."""

OFFSETS = struct.Struct("@qq")
FOLDER = Path(__file__).parent
"""A Python that starts with it in its path has those clocks, too."""

machine_time_ns = time.time_ns
machine_clock_ns = getattr(time, "clock_gettime_ns", None)
"""Windows does not have it."""


def shift_clock(environment: Mapping[str, str]) -> None:
    """Replace the wall clock and the boot clock, if the test asked for that.

    `time.monotonic` is not changed: timers go on as before, as when the computer has slept.
    """
    if VARIABLE not in environment:
        return
    with Path(environment[VARIABLE]).open("rb") as file:
        page = mmap.mmap(file.fileno(), OFFSETS.size, access=mmap.ACCESS_READ)

    def time_ns() -> int:
        return machine_time_ns() + int(OFFSETS.unpack(page)[0])

    def seconds() -> float:
        return time_ns() / 1e9

    time.time_ns, time.time = time_ns, seconds
    if machine_clock_ns is not None:
        read_ns = machine_clock_ns

        def clock_ns(clock: int, /) -> int:
            return int(read_ns(clock)) + int(OFFSETS.unpack(page)[1])

        time.clock_gettime_ns = clock_ns
