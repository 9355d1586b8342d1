"""A wall clock that tests can set: it jumps when it is set, and runs on from there."""

import os
import subprocess
import sys
import time
from pathlib import Path

from ..server_process import ServerProcess, with_clock
from . import Clock

HOUR = 3600.0
TELLS = """
import sys, time
for _ in sys.stdin:
    print(time.time(), time.time_ns(), time.monotonic(), flush=True)
"""


def test_a_process_uses_the_clock_that_is_set(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    clock = Clock(process)
    with subprocess.Popen(
        [sys.executable, "-c", TELLS],
        env=with_clock(os.environ | process.environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for hours in (0, 1, -1, 24 * 40):
            clock.offset_seconds = hours * HOUR
            assert clock.offset_seconds == hours * HOUR
            print(file=program.stdin, flush=True)
            seconds, nanoseconds, monotonic = map(float, program.stdout.readline().split())
            assert abs(seconds - time.time() - hours * HOUR) < HOUR / 2
            assert abs(nanoseconds / 1e9 - seconds) < HOUR / 2
            assert abs(monotonic - time.monotonic()) < HOUR / 2
        program.stdin.close()
