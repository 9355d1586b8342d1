"""Bots that ask an engine in another process: ``engine:COMMAND``."""

import re
from functools import cache
from random import Random
from typing import Any

from punto.bots.bot import Bot, check_turn
from punto.bots.faults import to_one_line
from punto.engine.effort import add_simulations
from punto.engine.search import Budget
from punto.protocol import Engine, EngineError
from punto.protocol.lines import GO_LIMITS, read_number
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.rules.view import View

SOURCE = re.compile(r"engine(?:\((?P<settings>[^()]*)\))?:(?P<command>.+)", re.DOTALL)
EXPECTED = "engine:COMMAND or engine(NAME=VALUE,…):COMMAND"

MOVE_MILLISECONDS = 300
"""How long an engine thinks about a card by default; as long as `master`."""

MOVE_SIMULATIONS = 2_000
"""How much it searches by default where the same seed must give the same match."""

MAX_NAME_CHARACTERS = 60
MAX_SEED_BITS = 31


class EngineChooser:
    """Chooses cells by asking an engine, which is started with the first question.

    After a failure the engine is closed, and the next question starts it again. It can be sent to
    other processes, where it starts an engine of its own.
    """

    def __init__(self, command: str, options: dict[str, str], budget: Budget | None) -> None:
        self.command, self.options, self.budget = command, options, budget
        self.engine: Engine | None = None

    def choose(self, view: View, random: Random) -> Cell:
        """Choose within a time limit."""
        return self.ask(view, random, self.budget or Budget(milliseconds=MOVE_MILLISECONDS))

    def choose_by_seed(self, view: View, random: Random) -> Cell:
        """Choose with a number of simulations, unless the source asks for a time."""
        return self.ask(view, random, self.budget or Budget(simulations=MOVE_SIMULATIONS))

    def ask(self, view: View, random: Random, budget: Budget) -> Cell:
        """Ask the engine; it gets the position as everybody sees it, and a seed."""
        check_turn(view)
        seed = random.getrandbits(MAX_SEED_BITS)
        try:
            found = self.running().analyse(view, budget, seed=seed)
        except BaseException:
            self.close()
            raise
        add_simulations(max((info.simulations or 0 for info in found.infos), default=0))
        return found.move.cell

    def running(self) -> Engine:
        """Return the engine, started and with its options set."""
        if self.engine is None:
            self.engine = Engine(self.command)
            self.engine.configure(self.options)
        return self.engine

    def close(self) -> None:
        """End the engine."""
        engine, self.engine = self.engine, None
        if engine is not None:
            engine.close()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "engine": None}


@cache
def engine_bot(source: str) -> Bot:
    """Return the bot of a source; the engine is started once to learn its name."""
    command, settings = split_engine_source(source)
    name = settings.pop("name", "")
    budget = read_budget(settings)
    chooser = EngineChooser(command, settings, budget)
    try:
        own_name = chooser.running().name
    except EngineError as error:
        raise EngineError(error.code, command, error.what) from None
    finally:
        chooser.close()
    given = SOURCE.fullmatch(source)
    details = f" ({given['settings']})" if given and given["settings"] else ""
    shown = to_one_line(name or f"{own_name}{details}")[:MAX_NAME_CHARACTERS]
    character = f"An engine in another process: {to_one_line(command)}"
    return Bot(shown, character, chooser.choose, chooser.choose_by_seed)


def split_engine_source(source: str) -> tuple[str, dict[str, str]]:
    """Split a source into the command and the settings before it."""
    found = SOURCE.fullmatch(source)
    if found is None or not found["command"].strip():
        raise UnreadableError("engine", expected=EXPECTED, came=source)
    settings: dict[str, str] = {}
    for part in filter(None, (found["settings"] or "").split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value) or name in settings:
            raise UnreadableError("engine", expected="NAME=VALUE, each name once", came=part)
        settings[name] = value
    return found["command"].strip(), settings


def read_budget(settings: dict[str, str]) -> Budget | None:
    """Take the limits of a search out of the settings; what is left are options of the engine."""
    limits = {
        GO_LIMITS[name][0]: read_number(name, settings.pop(name), 1, GO_LIMITS[name][1])
        for name in ("simulations", "movetime")
        if name in settings
    }
    return Budget(**limits) if limits else None
