"""How long the review of a match takes: until its first judgement, and until it is complete.

`python3 dev.py bench review` starts a server, lets two bots of the level `medium` play matches of
three rounds in `2p`, and asks for a review of each, as the page does. Nothing is cached, and
nobody else plays. The first review also starts the process that analyses.
"""

import argparse
import json
import time
from collections.abc import Iterator
from datetime import date
from itertools import islice
from random import Random
from typing import NamedTuple

import httpx
from benchmarks._measuring import machine, word
from benchmarks._serving import serving

from punto import Match
from punto.bots import bot_named
from punto.notation.record import Record

ROUNDS = 3
LEVEL = "medium"

FIRST_SECONDS, ALL_SECONDS = 2.0, 20.0
"""The aims."""

TIMEOUT_SECONDS = 600.0


class Times(NamedTuple):
    """How long a review took, in seconds, and how many placements it judged."""

    placements: int
    first: float
    all: float


def main() -> int:
    """Measure, and compare the slowest review with the aims."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3, help="how many reviews (default: 3)")
    options = parser.parse_args()
    print(machine())
    with serving() as node, httpx.Client(timeout=TIMEOUT_SECONDS, trust_env=False) as http:
        url = f"http://127.0.0.1:{node.port}/api/analysis"
        taken = [review(http, url, text) for text in islice(records(), options.matches)]
    for placements, first, all_of_them in taken:
        print(f"{placements:4} cards{first:8.2f} s to the first{all_of_them:8.2f} s to the last")
    are_met = [
        max(times.first for times in taken) <= FIRST_SECONDS,
        max(times.all for times in taken) <= ALL_SECONDS,
    ]
    print(f"first judgement within {FIRST_SECONDS:g} s: {word(are_met[0])}")
    print(f"whole review within {ALL_SECONDS:g} s: {word(are_met[1])}")
    return 0 if all(are_met) else 1


def records() -> Iterator[str]:
    """Play matches, and yield the records of those that took three rounds."""
    for number in range(10**6):
        random, bot = Random(number), bot_named(LEVEL)
        match = Match("2p", seed=random.randbytes(32))
        while match.seat is not None:
            match.place(bot.choose(match.view(match.seat), random))
        if match.round_number == ROUNDS:
            yield str(Record(match, ["Ada", "Ben"], date(2026, 11, 15)))


def review(http: httpx.Client, url: str, record: str) -> Times:
    """Ask for a review, and time its messages."""
    body = {"wants": "review", "subject": {"about": "record", "record": record}}
    placements, first, kind, began = 0, 0.0, "", time.perf_counter()
    with http.stream("POST", url, json=body) as answer:
        answer.raise_for_status()
        for line in answer.iter_lines():
            if not line:
                continue
            kind = json.loads(line.removeprefix("data: "))["type"]
            if kind == "judged":
                placements += 1
                first = first or time.perf_counter() - began
    if kind != "reviewed":
        raise SystemExit(f"the review was not completed: the last message is {kind!r}")
    return Times(placements, first, time.perf_counter() - began)


if __name__ == "__main__":
    raise SystemExit(main())
