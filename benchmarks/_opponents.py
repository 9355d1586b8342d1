"""Opponents by name: what a bot's strength can be measured against.

`plain-2000` is plain search with 2,000 simulations a move, `plain-300ms` with 300 milliseconds of
processor time a move, `plain-equal` with as much of it as the other party takes on average.
`engine-2000` and `engine-300ms` are the package's own search with such a budget, by the clock.
`expert-0.2` and the other levels of 0.2 are frozen. All other names are those of registered bots,
or `FILE.py:NAME`.
"""

import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

from benchmarks._compiling import compile_package
from benchmarks._plain_search import PlainSearch, library, plain_bot

from punto.bots import Bot, load_bot
from punto.engine import Budget, choose
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.rules.view import View

EQUAL = "plain-equal"
BUDGET = re.compile(r"(plain|engine)-(?:(\d+)|(\d+(?:\.\d+)?)ms)")
FROZEN = Path(__file__).with_name("search_0_2")
COMPILED_MODULES = ("simulation", "tree")
FROZEN_NAMES = ("easy-0.2", "medium-0.2", "hard-0.2", "expert-0.2")


def opponent(name: str) -> Bot:
    """Return the bot of this name; PuntoError if there is none."""
    if match := BUDGET.fullmatch(name):
        kind, simulations, milliseconds = match.groups()
        return with_budget(name, kind, int(simulations or 0), float(milliseconds or 0))
    if name == EQUAL:  # here without another party; `_pairing` gives it the time
        return with_budget(name, "plain", simulations=0, milliseconds=1)
    if name in FROZEN_NAMES:
        return frozen_levels()[name]
    return load_bot(name)


def is_there(name: str) -> bool:
    """Whether there is an opponent of this name; nothing is compiled to find out."""
    if name == EQUAL or name in FROZEN_NAMES or BUDGET.fullmatch(name):
        return True
    try:
        load_bot(name)
    except PuntoError:
        return False
    return True


def with_budget(name: str, kind: str, simulations: int, milliseconds: float) -> Bot:
    """Make a bot of plain search, or of the engine, with one of the two budgets."""
    if kind == "plain":
        library()  # compiled now, not at the first move
        return plain_bot(name, PlainSearch(simulations, milliseconds))
    budget = Budget(simulations or None, milliseconds or None)

    def search(view: View, random: Random) -> Cell:
        return choose(view, budget, seed=random.getrandbits(64))

    return Bot(name, "The search of the package.", search)


@cache
def frozen_levels() -> dict[str, Bot]:
    """Load the levels of 0.2, compiled where that was not done before."""
    sys.path.insert(0, str(compile_package(FROZEN, COMPILED_MODULES)))
    levels = import_module("search_0_2.levels").LEVELS
    return {name: Bot(name, "A level of Punto 0.2, frozen.", levels[name]) for name in FROZEN_NAMES}
