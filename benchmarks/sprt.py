"""How often the sequential test of the arena errs, and how many deals it takes: simulated.

`python3 dev.py bench sprt` lets the test decide about parties whose share is known. A deal has two
matches with seats exchanged, and both share the luck of its cards. Without options it prints the
table in docs/arena.md.
"""

import argparse
import sys
from dataclasses import dataclass
from random import Random

from punto.lab.sprt import Course, Sprt, read_sprt

RUNS = 1000
TESTS = ("elo=0:50", "elo=-25:25", "share=0.45:0.55", "share=0.7:0.8")
LUCK = (0.0, 0.2, 0.4)
"""By how much the cards of a deal shift both chances of whoever sits first."""


@dataclass(frozen=True, slots=True)
class Rates:
    """What came of many runs of a test."""

    accepted_high: float
    """The share of runs in which H1 was accepted."""
    mean_deals: float


def simulate(test: Sprt, share: float, luck: float, runs: int, seed: object = 1) -> Rates:
    """Run a test many times, where the first party's share and the luck of a deal are known.

    The cards favour one seat, and each party gets them once: in one match of a deal the first
    party's chance is higher by the luck, in the other it is lower.
    """
    random = Random(f"{seed} {test} {share} {luck}")
    luck = min(luck, share, 1 - share)
    high, deals = 0, 0
    for _ in range(runs):
        course = Course(test)
        while course.accepted is None:
            chances = share + luck, share - luck
            course.add([(float(random.random() < chance), 1.0) for chance in chances])
        high += course.accepted == test.high
        deals += course.deals
    return Rates(high / runs, deals / runs)


def main() -> None:
    """Print the error rates of some tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs a row (default: {RUNS})")
    options = parser.parse_args(sys.argv[1:])
    print("| test | luck | H1 accepted where H0 is true | H0 accepted where H1 is true | deals |")
    print("| --- | --- | --- | --- | --- |")
    for text in TESTS:
        for luck in LUCK:
            print(row_of(text, luck, options.runs), flush=True)


def row_of(text: str, luck: float, runs: int = RUNS) -> str:
    """Simulate a test at both of its bounds, and return its row of the table."""
    test = read_sprt(text)
    low, high = (simulate(test, share, luck, runs) for share in (test.low, test.high))
    deals = (low.mean_deals + high.mean_deals) / 2
    errors = f"{low.accepted_high:.1%} | {1 - high.accepted_high:.1%}".replace("%", " %")
    return f"| `{text}` | {luck:.1f} | {errors} | {deals:.0f} |"


if __name__ == "__main__":
    main()
