"""What bots cost: processor time of a choice, and of a server full of tables with bots.

`python3 dev.py bench bots` lets every built-in bot choose in the same positions of `2p`, which come
from rounds of `medium` against itself, and prints the mean processor time of a choice. Then the
levels up to `expert` play as on a server: several tables at once, through its fair queue and its
pool of threads, with a new view for every turn, and every card is placed. The last lines add up
1,000 tables of a person and a bot with a card every two seconds: 250 turns of bots a second.
Storing and sending moves is not in it: `bench server_load` measures that.
"""

import argparse
import asyncio
from collections.abc import Iterator
from random import Random
from statistics import fmean
from time import process_time

import uvloop
from benchmarks._measuring import machine, word

from punto import Match
from punto.bots import Bot, bot_named
from punto.bots.levels import LEVELS
from punto.bots.registry import BUILT_IN
from punto.rules.view import View
from punto.server.limits.fair_queue import Owner
from punto.server.live.bot_pool import BotPool
from punto.server.process.metrics import Metrics

TABLES, SECONDS_PER_CARD, SEATS = 1000, 2.0, 2
TURNS_PER_SECOND = TABLES / SECONDS_PER_CARD / SEATS
AIM = 0.2
"""The share of a processor that so many turns of all levels up to `expert` may take."""

TABLES_AT_ONCE = 40
"""Tables that ask the server's pool of bots at the same time."""

THREADS = 2
"""Of that pool."""

SEARCHING_SHARE = 10
"""A bot that searches for long chooses in every tenth position only."""


def main() -> int:
    """Measure every bot, and compare the levels up to `expert` with the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=20, help="how many rounds positions come from"
    )
    parser.add_argument(
        "--turns",
        type=int,
        default=2000,
        help="how many turns each level plays as on a server",
    )
    options = parser.parse_args()
    print(machine())
    views = list(views_of(options.rounds))
    cost = {bot.name: seconds_per_choice(bot, views) for bot in BUILT_IN}
    for name, seconds in cost.items():
        print(f"{name:12}{1000 * seconds:10.3f} ms a choice")
    cheap = [level.name for level in LEVELS if level.name != "master"]
    served = {name: uvloop.run(seconds_per_turn(name, options.turns)) for name in cheap}
    for name, seconds in served.items():
        print(f"{name:12}{1000 * seconds:10.3f} ms a turn on a server")
    shares = {
        "levels up to expert alike": TURNS_PER_SECOND * fmean(served.values()),
        "expert everywhere": TURNS_PER_SECOND * served["expert"],
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


async def seconds_per_turn(name: str, turns: int) -> float:
    """Return the mean processor time of a bot's turn, of all threads together."""
    pool = BotPool(THREADS, Metrics())
    try:
        await play_at_table(pool, name, 0, 1)  # the first choice of a thread reads the network
        each = -(-turns // TABLES_AT_ONCE)
        began = process_time()
        await asyncio.gather(
            *(play_at_table(pool, name, number, each) for number in range(TABLES_AT_ONCE))
        )
        return (process_time() - began) / (each * TABLES_AT_ONCE)
    finally:
        pool.close()


async def play_at_table(pool: BotPool, name: str, number: int, turns: int) -> None:
    """Let a bot play both seats of a table for so many turns, as the server does."""
    seed, owner = Random(number).randbytes(32), Owner(f"device-{number}", f"10.0.0.{number}")
    match = Match("2p", rounds_to_win=9, seed=seed)
    for turn in range(turns):
        if match.seat is None:
            match = Match("2p", rounds_to_win=9, seed=seed)
        cell = await pool.choose(name, match.view(match.seat), owner, seed=turn)
        match.place(cell)


if __name__ == "__main__":
    raise SystemExit(main())
