"""What bots cost: processor time of a choice, and of a server full of tables with bots.

`python3 dev.py bench bots` lets every built-in bot choose in the same positions of `2p`, which come
from rounds of `medium` against itself, and prints the mean processor time of a choice. The last
lines add up 1,000 tables of a person and a bot with a card every two seconds: 250 choices a second.
"""

import argparse
from collections.abc import Iterator
from random import Random
from statistics import fmean
from time import process_time

from benchmarks._measuring import machine, word

from punto import Match
from punto.bots import Bot, bot_named
from punto.bots.levels import LEVELS
from punto.bots.registry import BUILT_IN
from punto.rules.view import View

TABLES, SECONDS_PER_CARD, SEATS = 1000, 2.0, 2
CHOICES_PER_SECOND = TABLES / SECONDS_PER_CARD / SEATS
AIM = 0.2
"""The share of a processor that so many choices of all levels up to `expert` may take."""

SEARCHING_SHARE = 10
"""A bot that searches for long chooses in every tenth position only."""


def main() -> int:
    """Measure every bot, and compare the levels up to `expert` with the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=20, help="how many rounds positions come from"
    )
    options = parser.parse_args()
    print(machine())
    views = list(views_of(options.rounds))
    cost = {bot.name: seconds_per_choice(bot, views) for bot in BUILT_IN}
    for name, seconds in cost.items():
        print(f"{name:12}{1000 * seconds:10.3f} ms a choice")
    cheap = [level.name for level in LEVELS if level.name != "master"]
    shares = {
        "levels up to expert alike": CHOICES_PER_SECOND * fmean(cost[name] for name in cheap),
        "expert everywhere": CHOICES_PER_SECOND * cost["expert"],
    }
    for who, share in shares.items():
        print(f"{TABLES} tables, {who}: {share:.1%} of a processor, {word(share <= AIM)}")
    return 0 if max(shares.values()) <= AIM else 1


def views_of(rounds: int) -> Iterator[View]:
    """Play rounds, and yield what the seat to move sees before every card."""
    for number in range(rounds):
        random = Random(number)
        match = Match("2p", seed=random.randbytes(32))
        while match.round_number == 1 and match.seat is not None:
            view = match.view(match.seat)
            yield view
            match.place(bot_named("medium").choose(view, random))


def seconds_per_choice(bot: Bot, views: list[View]) -> float:
    """Return the mean processor time of a choice."""
    chosen = views[::SEARCHING_SHARE] if bot.name == "master" else views
    random = Random(1)
    bot.choose(chosen[0], random)  # the first choice of a process reads the network
    began = process_time()
    for view in chosen:
        bot.choose(view, random)
    return (process_time() - began) / len(chosen)


if __name__ == "__main__":
    raise SystemExit(main())
