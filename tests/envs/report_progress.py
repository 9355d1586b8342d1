"""Counts what another Python thread does during single calls that step many rounds.

The thread counts on, and gives up the GIL after each number. No thread is ever forced to give it up
(the switch interval is an hour), so a number that grows during a call was counted because the call
itself released the GIL. Prints that for steps, and for plain Python, which never releases it.
"""

import sys
import time
from threading import Event, Thread

from punto.envs.rounds import CHOOSE, STEP
from punto.envs.vector import PuntoVectorEnv
from punto.rules.kernel import COMPILED

HOUR = 3600.0
ROUNDS = 20_000 if COMPILED else 50
MAX_CALLS = 500
"""On a busy machine the thread may get no processor during one call."""


class Counter(Thread):
    """Counts as often as it gets the GIL."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.count = 0
        self.ended = Event()

    def run(self) -> None:
        """Count until the event is set."""
        while not self.ended.is_set():
            self.count += 1
            time.sleep(0)  # releases the GIL, for whoever waits for it


def main() -> None:
    """Step until the other thread has counted during one call; do as much in plain Python."""
    envs = PuntoVectorEnv(ROUNDS, threads=1)
    envs.reset(seed=1)
    rounds = envs._rounds  # alone, because NumPy releases the GIL too
    rounds.run(CHOOSE, [])
    sys.setswitchinterval(HOUR)
    counter = Counter()
    counter.start()
    during_steps = during_python = calls = 0
    while not during_steps and calls < MAX_CALLS:
        calls += 1
        before = counter.count
        rounds.run(STEP, [])
        during_steps += counter.count - before
        time.sleep(0)
        before = counter.count
        for _ in range(20_000):
            pass
        during_python += counter.count - before
        time.sleep(0)
    counter.ended.set()
    print("compiled" if COMPILED else "interpreted", during_steps > 0, during_python > 0)


if __name__ == "__main__":
    main()
