"""Bots that misbehave."""

import re
from random import Random
from typing import Any

from punto import View
from punto.bots import bot_named
from punto.bots.bot import Bot, Choose
from punto.lab.play import KnownFault, MatchRunner, Outcome
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings

DATE = "2026-11-15"


def without_costs(record: str) -> str:
    """Leave the comments out of a record: times differ from run to run."""
    return re.sub(r" ; .*", "", record)


def give_up(_view: View, _random: Random) -> Any:
    raise SystemExit


def failing(choose: Choose, now_and_then: float = 1.0) -> Bot:
    """Create a bot that plays at random, except for what it does now and then."""

    def either(view: View, random: Random) -> Any:
        if random.random() < now_and_then:
            return choose(view, random)
        return random.choice(view.legal_cells)

    return Bot("failing", "Does what no bot should.", either)


def play(
    other: Bot, *known: KnownFault, mode: str = "2p", seats: str = "rf", **settings: Any
) -> Outcome:
    """Play a match of r, the random bot, against f, the other."""
    bots = {"random": bot_named("random"), "greedy": bot_named("greedy"), "failing": other}
    sides = tuple({"r": "random", "f": "failing"}[seat] for seat in seats)
    wanted = Settings(("random", "greedy"), mode=mode, **settings)
    return MatchRunner(wanted, Fixture(1, 1, sides), bots, date=DATE, known=known).run()
