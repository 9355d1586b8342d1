"""A wall clock that tests can set: it jumps when it is set, and runs on from there."""

import os
import subprocess
import sys
import time
from pathlib import Path

from punto.server.live.clock import elapsed_ms

from ..server_process import ServerProcess, with_clock
from . import Clock

HOUR = 3600.0
TELLS = """
import sys, time
from punto.server.live.clock import elapsed_ms
for _ in sys.stdin:
    print(time.time(), time.time_ns(), time.monotonic(), elapsed_ms(), flush=True)
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

        def check(hours: float, slept_hours: float) -> None:
            """Compare the clocks of the process with those of the machine."""
            print(file=program.stdin, flush=True)
            assert program.stdout is not None
            seconds, ns, monotonic, elapsed = map(float, program.stdout.readline().split())
            assert abs(seconds - time.time() - hours * HOUR) < HOUR / 2
            assert abs(ns / 1e9 - seconds) < HOUR / 2
            assert abs(monotonic - time.monotonic()) < HOUR / 2
            assert abs(elapsed - elapsed_ms() - 1000 * slept_hours * HOUR) < 1000 * HOUR / 2

        for hours in (0, 1, -1, 24 * 40):
            clock.offset_seconds = hours * HOUR
            assert clock.offset_seconds == hours * HOUR
            check(hours, 0)
        for slept in (1, 2):
            clock.sleep(HOUR)
            check(24 * 40 + slept, slept)
        program.stdin.close()
