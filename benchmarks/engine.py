"""How fast the search runs: simulations a second, on one core and on two.

`python3 dev.py bench engine` runs it; with `--peers` also OpenSpiel's own search on connect_four.
All figures come from one run; only their ratios mean something elsewhere.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random

from benchmarks._measuring import aim, machine, per_second

from punto import MODES, Match, Position
from punto.engine import Budget
from punto.engine.search import search
from punto.rules.kernel import COMPILED

SIMULATIONS = 20_000
SECONDS = 0.5
STAGES = {"early": 0.1, "middle": 0.4, "late": 0.7}
"""Which share of all cards lies on the table."""

TRIES = 5
MIN_OVER_PEER = 5
MIN_TWO_CORES = 1.8


def main() -> int:
    """Measure, print a table, and tell by the exit code whether every aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", action="store_true", help="measure OpenSpiel too")
    options = parser.parse_args()
    print(machine())
    if not COMPILED:
        print("The search is not compiled here: there is nothing to measure.")
        return 1
    peer = open_spiel() if options.peers else 0.0
    print(f"\n{'simulations a second':<22}{'one core':>14}{'two cores':>14}{'ratio':>8}")
    slowest, ratios = float("inf"), []
    for mode in MODES:
        for stage, share in STAGES.items():
            one, two = simulations(position_at(mode, share))
            ratios.append(two / one)
            slowest = min(slowest, one) if mode == "2p" else slowest
            print(f"{mode:<8}{stage:<14}{one:>14,.0f}{two:>14,.0f}{ratios[-1]:>8.2f}")
    print()
    met = []
    if (os.cpu_count() or 1) < 2:
        print("There is one core only, so two were not measured.")
    else:
        met.append(aim("two cores over one, the median", median(ratios), MIN_TWO_CORES))
    if options.peers:
        print(f"{'OpenSpiel MCTS on connect_four':<40}{peer:>12,.0f} simulations a second")
        met.append(aim("the slowest stage of 2p over that", slowest / peer, MIN_OVER_PEER))
    return 0 if all(met) else 1


def position_at(mode: str, share: float) -> Position:
    """Find a position of a first round in which this share of all cards lies on the table."""
    for seed in count():
        random = Random(seed)
        match = Match(mode, seed=random.randbytes(32), start=1)
        cards = int(sum(match.position().decks) * share)
        while match.round_number == 1 and len(match.table) < cards:
            match.place(random.choice(match.legal_cells))
        if match.round_number == 1:
            return match.position()
    raise AssertionError


def simulations(position: Position) -> tuple[float, float]:
    """Count the simulations a second of one search, and of two at the same time.

    The two are measured in turns, so that both meet what else the machine is doing.
    """
    pairs = [(at_once(position, 1), at_once(position, 2)) for _ in range(TRIES)]
    return max(one for one, _ in pairs), max(two for _, two in pairs)


def at_once(position: Position, threads: int) -> float:
    """Search in several threads for a while, and count their simulations a second together."""
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(lambda seed: searching(position, seed, start), range(threads)))


def searching(position: Position, seed: int, start: float) -> float:
    """Search again and again until the time is up, and count simulations a second."""
    done = 0
    while (spent := time.perf_counter() - start) < SECONDS:
        done += sum(search(position, Budget(simulations=SIMULATIONS), seed).counts())
    return done / spent


def open_spiel() -> float:
    """Count the simulations a second of OpenSpiel's search in C++, from an empty board."""
    import pyspiel  # noqa: PLC0415 installed only when it is asked for

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, 1, False)

    def think() -> int:
        bot.step(game.new_initial_state())
        return SIMULATIONS

    return per_second(think)


def median(figures: list[float]) -> float:
    """Find the one in the middle."""
    return sorted(figures)[len(figures) // 2]


if __name__ == "__main__":
    sys.exit(main())
