"""Do chances come true? Of positions in which a side has 70 %, it should win 70 %.

`python3 dev.py bench calibration` lets bots play matches that no network learned from, in all
modes, predicts placements and compares them with how the rounds ended, by decile. With `--fit` it
plays other matches first, and finds the curves that calibrate the package's networks: that is part
of every new network. With `--simulations N` the predictions are those of an analysis,
otherwise those of the calibrated network alone. The aim is a difference of at most two percentage
points, or what may be chance.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from benchmarks._measuring import machine

from punto import MODES
from punto.engine.calibration import Curves, write_curves
from punto.lab.calibration import (
    EQUALS,
    FIELDS,
    Group,
    Prediction,
    by_analysis,
    by_network,
    deciles,
    of_movers,
    play_match,
)
from punto.lab.calibration_fit import fit

MATCHES = 1_600
FIT_SEED, TEST_SEED = 1, 2
"""What is tested was not fitted."""

EVERY = 2
"""Only every Nth placement counts: predictions for neighbouring ones are nearly equal."""

AIM = 0.02


def main() -> int:
    """Fit if asked, measure, print tables, and tell by the exit code whether the aim was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", choices=MODES, action="append", help="only this mode")
    parser.add_argument("--field", choices=FIELDS, action="append", help="only these players")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"default: {MATCHES}")
    parser.add_argument("--fit", action="store_true", help="calibrate the networks first")
    parser.add_argument("--simulations", type=int, help="predict by an analysis of so many")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--svg", type=Path, help="draw the calibration of equals into this file")
    options = parser.parse_args()
    print(machine())
    modes = options.mode or list(MODES)
    if options.fit:
        write_curves({mode: fitted(mode, options.matches, options.jobs) for mode in modes})
    drawn: dict[str, dict[int, Group]] = {}
    is_met = True
    for field in options.field or FIELDS:
        for mode in modes:
            played = predicted(mode, field, options)
            found, movers = deciles(played), of_movers(played)
            print_table(f"{mode}, {options.matches} matches: {FIELDS[field]}", found, movers)
            if field == EQUALS:
                drawn[mode] = found
                is_met &= all(is_right(each) for each in (*found.values(), movers))
    print(f"\nequals: {'met' if is_met else 'MISSED'}: {100 * AIM:.0f} points or chance")
    if options.svg:
        from punto.lab.calibration_plot import save_plot  # noqa: PLC0415 needs matplotlib

        save_plot(drawn, options.svg)
    return 0 if is_met else 1


def fitted(mode: str, matches: int, jobs: int) -> Curves:
    """Play matches, and find the curves of a mode."""
    play = partial(play_uncalibrated, mode)
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(play, range(matches), chunksize=10))
    curves = fit([prediction for match in played for prediction in match])
    print(f"{mode}: fitted to {matches} matches", flush=True)
    return curves


def play_uncalibrated(mode: str, number: int) -> list[Prediction]:
    """Play a match of equals, and predict it as if nothing were calibrated."""
    raw = partial(by_network, calibrated=False)
    return play_match(mode, EQUALS, FIT_SEED, number, raw, EVERY)


def is_right(group: Group) -> bool:
    """Whether the difference is within the aim, or may be chance."""
    return abs(group.difference) <= max(AIM, group.error)


def predicted(mode: str, field: str, options: argparse.Namespace) -> list[list[Prediction]]:
    """Play matches, and predict placements in them."""
    play = partial(play_calibrated, mode, field, options.simulations)
    with ProcessPoolExecutor(options.jobs) as pool:
        return list(pool.map(play, range(options.matches), chunksize=10))


def play_calibrated(
    mode: str, field: str, simulations: int | None, number: int
) -> list[Prediction]:
    """Play a match, and predict it by an analysis, or by the network alone."""
    predict = by_analysis(simulations) if simulations else by_network
    return play_match(mode, field, TEST_SEED, number, predict, EVERY)


def print_table(title: str, found: dict[int, Group], movers: Group) -> None:
    """Print a line for each decile, and one for the side that moved."""
    print(f"\n{title}")
    print(f"{'':10}{'predicted':>12}{'won':>9}{'difference':>14}{'predictions':>14}")
    rows = {f"{10 * number} to {10 * number + 10}": group for number, group in found.items()}
    for name, each in (rows | {"movers": movers}).items():
        difference = f"{100 * each.difference:+.1f} ± {100 * each.error:.1f}"
        print(
            f"{name:10}{100 * each.said:>10.1f} %{100 * each.won:>7.1f} %{difference:>14}"
            f"{each.count:>14,}",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
