"""How much the engine protocol costs: positions a second in JSON lines, and called directly.

`python3 dev.py bench protocol` runs it. Both analyse the same positions with the same seeds in one
run. Positions a second are of the processor time that the engine took, without its start, so that
they mean something on a busy machine too; the time on the clock is for `--threads`.
"""

import os
import resource
import sys
from collections.abc import Sequence
from random import Random
from time import perf_counter, process_time

from benchmarks._measuring import aim, machine

from punto import MODES, Match, Position
from punto.engine import Budget, analyse
from punto.protocol import Batch

POSITIONS = 200
BUDGETS = (100, 1000)
MIN_SHARE = {100: 0.6, 1000: 0.85}
"""How fast the engine should be at least, compared with direct calls, by number of simulations."""


def main() -> int:
    """Measure, print a table, and tell by the exit code whether every aim was met."""
    print(machine())
    positions = sample_positions()
    met = [compare(positions, simulations) for simulations in BUDGETS]
    return 0 if all(met) else 1


def sample_positions() -> list[Position]:
    """Play matches of all modes at random, and take a position of each."""
    random, found = Random(1), []
    for number in range(POSITIONS):
        mode = list(MODES)[number % len(MODES)]
        match = Match(mode, start=1, seed=bytes([number]) * 32)
        for _ in range(random.randrange(2, 20)):
            match.place(random.choice(match.legal_cells))
        found.append(match.position())
    return found


def compare(positions: Sequence[Position], simulations: int) -> bool:
    """Analyse all positions in each way; return whether the aim was met."""
    budget = Budget(simulations=simulations)
    start, begun = process_time(), perf_counter()
    for position in positions:
        analyse(position, budget)
    direct, direct_clock = process_time() - start, perf_counter() - begun
    print(f"\n{simulations} simulations each, {len(positions)} positions")
    print(f"called directly: {len(positions) / direct:.0f} a second of processor time")
    shares = {}
    for threads in sorted({1, os.cpu_count() or 1}):
        idle, _ = engine_seconds((), budget, threads)
        busy, clock = engine_seconds(positions, budget, threads)
        shares[threads] = direct / (busy - idle)
        print(
            f"JSON, threads: {threads}: {len(positions) / (busy - idle):.0f} a second of processor "
            f"time, and on the clock {direct_clock / clock:.2f} times as many as called directly"
        )
    return aim(f"one thread, {simulations} simulations", shares[1], MIN_SHARE[simulations])


def engine_seconds(
    positions: Sequence[Position], budget: Budget, threads: int
) -> tuple[float, float]:
    """Return the processor time of an engine from start to end, and the time of its analyses."""
    command = [sys.executable, "-m", "punto", "engine", "--json", "--threads", str(threads)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Batch(command) as batch:
        start = perf_counter()
        assert len(list(batch.analyse_all(positions, budget))) == len(positions)
        clock = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


if __name__ == "__main__":
    sys.exit(main())
