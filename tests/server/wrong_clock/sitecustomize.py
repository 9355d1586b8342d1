"""Gives the process in whose path it is found a wrong wall clock, which can be set at any time.

The file that WRONG_CLOCK_FILE names holds the seconds by which the clock is wrong. Monotonic
clocks go on as they do when somebody sets the clock of a real computer.
"""

import os
import time
from pathlib import Path

FILE = Path(os.environ["WRONG_CLOCK_FILE"])
right = time.time_ns


def time_ns() -> int:
    """Tell the wrong time."""
    return right() + round(float(FILE.read_text()) * 1e9)


time.time_ns = time_ns
time.time = lambda: time_ns() / 1e9
