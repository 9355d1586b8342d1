"""How fast the rules run: random rounds, compiled and interpreted, and records verified.

`python3 dev.py bench` runs it; with `--peers` it also plays OpenSpiel's connect_four, and random
rounds with a program that was written for vector instructions.
All figures come from one run on one core; only their ratios mean something elsewhere.
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

from benchmarks._compiling import compile_c
from benchmarks._measuring import aim, machine, per_second, word

from punto import MODES, Match, random_rounds, read_record
from punto.rules.kernel import COMPILED
from punto.rules.many_rounds import Tally

VECTORISED = Path(__file__).with_name("vectorised_rounds.c")
VECTORS = sorted((Path(__file__).parents[1] / "tests" / "vectors").glob("*.punto"))
IMPORTS = 10
MIN_OVER_INTERPRETED = 60
MIN_OVER_PEER = 10
MIN_OVER_VECTORISED = 0.8
MIN_VERIFIED = 2000
MAX_IMPORT_MS = 100


def main() -> int:
    """Measure, print a table, and tell by the exit code whether every aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", action="store_true", help="measure other programs too")
    parser.add_argument("--kernel-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.kernel_only:
        print(json.dumps(kernel_speeds()))
        return 0
    print(machine())
    met = [compare_kernels(), library(), verifying(), import_time()]
    if options.peers:
        met += [compare_vectorised(), compare_peer()]
    return 0 if all(met) else 1


def compare_kernels() -> bool:
    """Play random rounds on both kernels."""
    if not COMPILED:
        print("The kernel is not compiled here: there is nothing to compare.")
        return False
    fast = kernel_speeds()
    slow = json.loads(
        subprocess.run(
            [sys.executable, "-m", "benchmarks.rules", "--kernel-only"],
            env={**os.environ, "PUNTO_KERNEL": "interpreted"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    )
    head = f"{'a second, one core':<22}{'rounds':>12}{'placements':>14}"
    print(f"\n{head}{'interpreted':>14}{'ratio':>8}")
    ratios = []
    for mode in MODES:
        rounds, placements = fast[mode]
        ratios.append(rounds / slow[mode][0])
        print(
            f"{mode:<22}{rounds:>12,.0f}{placements:>14,.0f}"
            f"{slow[mode][1]:>14,.0f}{ratios[-1]:>7.0f}x"
        )
    return aim("compiled over interpreted, the least", min(ratios), MIN_OVER_INTERPRETED)


def kernel_speeds() -> dict[str, tuple[float, float]]:
    """Count random rounds and placements a second in each mode."""
    return {mode: kernel_speed(mode) for mode in MODES}


def kernel_speed(mode: str) -> tuple[float, float]:
    """Play in batches of about the same time, and count by the best of them."""
    batch = 20_000 if COMPILED else 100

    def play() -> int:
        return random_rounds(mode, batch).placements

    placements = per_second(play)
    return placements * batch / random_rounds(mode, batch).placements, placements


def library() -> bool:
    """Play matches through the library, as a program that uses it would."""
    random = Random(1)

    def play() -> int:
        match = Match("2p", seed=random.randbytes(32))
        while not match.over:
            match.place(random.choice(match.legal_cells))
        return sum(len(round_.placements) for round_ in match.rounds)

    print(f"\n{'placements through punto.Match':<40}{per_second(play):>12,.0f} a second")
    return True


def verifying() -> bool:
    """Verify the records of the tests."""
    texts = [path.read_bytes() for path in VECTORS]

    def verify() -> int:
        return sum(read_record(text).match.round_number for text in texts)

    return aim("rounds verified a second", per_second(verify), MIN_VERIFIED)


def compare_vectorised() -> bool:
    """Play random rounds with the program that is written for vector instructions."""

    def play() -> int:
        return vectorised(20_000, 1).placements

    peer = per_second(play)
    ours = kernel_speed("2p")[1]
    print(f"{'placements in 2p, vectorised C':<40}{peer:>12,.0f} a second")
    return aim("the kernel over that", ours / peer, MIN_OVER_VECTORISED)


def vectorised(rounds: int, seed: int) -> Tally:
    """Play random rounds of `2p` as `random_rounds` does, in C."""
    counts = (ctypes.c_int64 * 6)()
    library = ctypes.CDLL(str(compile_c(VECTORISED)))
    library.vectorised_rounds(ctypes.c_int64(rounds), ctypes.c_uint64(seed), counts)
    draws, *lines_and_stalemates, placements = counts
    lines, stalemates = lines_and_stalemates[:2], lines_and_stalemates[2:]
    return Tally(rounds, placements, tuple(lines), tuple(stalemates), draws)


def compare_peer() -> bool:
    """Play random games of connect_four through OpenSpiel's Python interface."""
    import pyspiel  # noqa: PLC0415 installed only when it is asked for

    game = pyspiel.load_game("connect_four")
    random = Random(1)

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    peer = per_second(play)
    ours = kernel_speed("2p")[1]
    print(f"{'OpenSpiel connect_four from Python':<40}{peer:>12,.0f} moves a second")
    return aim("placements in 2p over that", ours / peer, MIN_OVER_PEER)


def import_time() -> bool:
    """Import the package in a fresh interpreter."""
    code = "import time; t = time.perf_counter(); import punto; print(time.perf_counter() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)
        for _ in range(IMPORTS)
    ]
    best = 1000 * min(runs)
    met = best < MAX_IMPORT_MS
    print(
        f"{'import punto, milliseconds':<40}{best:>12,.0f}   aim under {MAX_IMPORT_MS}: {word(met)}"
    )
    return met


if __name__ == "__main__":
    sys.exit(main())
