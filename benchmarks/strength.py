"""How strong bots are: paired matches against plain search and other yardsticks.

`python3 dev.py bench strength --mode 2p expert plain-20000 --rounds 400` lets two parties meet;
without names, all rows of the table of aims are played. A row names the share of decided rounds (or
matches, with `--rounds-to-win 2`) that the first party took, its 95 % interval, which respects that
the matches of a deal are not independent, and milliseconds a move of both parties: the mean of the
processor and, in brackets, mean and 99th percentile by the clock.
`benchmarks/_opponents.py` explains the names of opponents.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from benchmarks._aims import ROWS
from benchmarks._measuring import machine
from benchmarks._pairing import SEATINGS, Pairing, play_deals
from benchmarks._strength_result import Result

from punto.lab.sprt import Sprt
from punto.rules.editions import DEFAULT_EDITION, EDITIONS
from punto.rules.errors import PuntoError

ROUNDS, QUICK_ROUNDS = 400, 60
PROGRESS_SECONDS = 5.0


def main() -> int:
    """Play, print a table, and tell by the exit code whether every aim was met."""
    options = read_options(sys.argv[1:])
    print(machine())
    return play_named(options) if options.bots else play_aims(options)


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bots", nargs="*", metavar="BOT", help="two parties; none: all aims")
    parser.add_argument("--mode", choices=SEATINGS, default="2p")
    parser.add_argument("--edition", choices=EDITIONS, default=DEFAULT_EDITION)
    parser.add_argument("--rounds", type=int, help="how many rounds, or matches, at most")
    parser.add_argument("--rounds-to-win", type=int, default=1, help="2: matches to two rounds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), help="stop once one is accepted"
    )
    parser.add_argument("--only", metavar="ROW", help="only the aims whose name begins like this")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds a row")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the results")
    options = parser.parse_args(arguments)
    if len(options.bots) not in (0, 2):
        parser.error("name two parties, or none")
    if options.sprt and not 0 < options.sprt[0] < options.sprt[1] < 1:
        parser.error("--sprt wants two shares, the lower one first")
    options.rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    return options


def play_named(options: argparse.Namespace) -> int:
    """Let two parties meet, once for each line-up of the mode."""
    sprt = Sprt(*options.sprt) if options.sprt else None
    first, second = options.bots
    results = []
    for line_up in SEATINGS[options.mode]:
        pairing = Pairing(
            first,
            second,
            options.mode,
            line_up,
            options.rounds_to_win,
            options.edition,
            options.seed,
        )
        results.append(play(pairing, options, sprt))
    print_head()
    for result in results:
        print(line(result))
        if sprt:
            print(f"  {sprt.verdict(result.sets)}")
    keep(options.json, [result.as_json(sprt) for result in results])
    return 0


def play_aims(options: argparse.Namespace) -> int:
    """Play all rows of the table of aims, and print it as it grows."""
    rows = [row for row in ROWS if row.name.startswith(options.only or "")]
    if not rows:
        sys.exit(f"There is no such row; there are: {', '.join(row.name for row in ROWS)}.")
    print_head()
    kept, missed = [], 0
    for row in rows:
        missing = row.missing_bots()
        if missing:
            print(f"{row.name}: {' and '.join(missing)}: not there yet")
            continue
        result = play(replace(row.pairing, seed=options.seed), options, None)
        verdicts = [(aim, aim.is_met(result)) for aim in row.aims]
        missed += not all(met for _, met in verdicts)
        words = "; ".join(f"{aim}: {'met' if met else 'MISSED'}" for aim, met in verdicts)
        print(f"{line(result)}\n  {row.name}, aim {words}", flush=True)
        kept.append({"row": row.name, **result.as_json(None)})
        keep(options.json, kept)
    return 1 if missed else 0


def play(pairing: Pairing, options: argparse.Namespace, sprt: Sprt | None) -> Result:
    """Play deals until there are enough, or the test is decided."""
    result = Result(pairing)
    deals = -(-options.rounds // len(pairing.seatings))
    shown = begun = monotonic()
    playing = play_deals(pairing, deals, options.jobs)
    try:
        for deal in playing:
            result.deals.append(deal)
            if monotonic() - shown > PROGRESS_SECONDS:
                shown = monotonic()
                done = f"deal {len(result.deals)} of {deals}, {shown - begun:.0f} s"
                print(f"{done}: {line(result)}", file=sys.stderr, flush=True)
            if sprt and sprt.accepts(result.sets) is not None:
                break
    except KeyboardInterrupt:
        print("interrupted: what was played counts", file=sys.stderr)
    except PuntoError as error:
        sys.exit(str(error))
    finally:
        playing.close()
    return result


def print_head() -> None:
    """Print the head of the table."""
    times = f"{'ms a move':>24}{'theirs':>24}"
    print(f"\n{'':<50}{'rounds':>7}{'share':>8}{'95 %':>15}{'even':>6}{'draws':>6}{times}")


def line(result: Result) -> str:
    """Write a result as a line of the table."""
    pairing, found = result.pairing, result.estimate
    what = f"{pairing.mode} {pairing.line_up}" if pairing.mode == "3p" else pairing.mode
    goal = "" if pairing.rounds_to_win == 1 else f", {pairing.rounds_to_win} rounds win"
    title = f"{pairing.first} : {pairing.second}, {what}{goal}"
    share = f"{found.share:.1%}" if found else "-"
    interval = f"{100 * found.low:.1f} to {100 * found.high:.1f}" if found else "-"
    faults = f"  {len(result.faults)} FAULTS: {result.faults[0]}" if result.faults else ""
    return (
        f"{title:<50}{result.matches:>7}{share:>8}{interval:>15}{pairing.even:>6.0%}"
        f"{result.draws:>6}{result.first_times!s:>24}{result.second_times!s:>24}{faults}"
    )


def keep(path: Path | None, results: list[dict[str, object]]) -> None:
    """Write results to a file."""
    if path is not None:
        path.write_text(json.dumps({"machine": machine(), "results": results}, indent=1), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
