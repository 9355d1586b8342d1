"""Shifts the wall clock of this process by the offset in a file, whenever the file changes."""

import mmap
import os
import struct
import time
from pathlib import Path

OFFSET = struct.Struct("@q")

with Path(os.environ["CLOCK_OFFSET_FILE"]).open("rb") as file:
    page = mmap.mmap(file.fileno(), OFFSET.size, access=mmap.ACCESS_READ)

machine_time_ns = time.time_ns


def time_ns() -> int:
    return machine_time_ns() + int(OFFSET.unpack(page)[0])


def seconds() -> float:
    return time_ns() / 1e9


time.time_ns, time.time = time_ns, seconds
