"""Shifts the wall clock of this process by the offset in a file, whenever the file changes.

Nothing is imported here from other modules of the tests: `sitecustomize.py` runs it in any Python.
"""

import mmap
import struct
import time
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "CLOCK_OFFSET_FILE"
"""Names the file: nanoseconds, as a 64-bit integer."""

OFFSET = struct.Struct("@q")
FOLDER = Path(__file__).parent
"""A Python that starts with it in its path has that clock, too."""

machine_time_ns = time.time_ns


def shift_clock(environment: Mapping[str, str]) -> None:
    """Replace the wall clock, if the test asked for that; monotonic time is not changed."""
    if VARIABLE not in environment:
        return
    with Path(environment[VARIABLE]).open("rb") as file:
        page = mmap.mmap(file.fileno(), OFFSET.size, access=mmap.ACCESS_READ)

    def time_ns() -> int:
        return machine_time_ns() + int(OFFSET.unpack(page)[0])

    def seconds() -> float:
        return time_ns() / 1e9

    time.time_ns, time.time = time_ns, seconds
