"""Punto: the dot-card game, exact in every rule.

>>> import punto
>>> match = punto.Match("2p", start=1, seed="00" * 32)
>>> match.seat, match.card, match.legal_cells
(1, Card('O8'), (Cell('f6'),))
"""

from punto import _quiet_start  # isort: skip - before anything else is imported

from importlib import import_module
from typing import TYPE_CHECKING

from punto.notation.position import read_position, write_position
from punto.notation.reader import RecordError, read_record
from punto.notation.record import Record, read_move
from punto.rules.card import Card
from punto.rules.cell import ORIGIN, Box, Cell
from punto.rules.editions import EDITIONS, Edition, edition_named
from punto.rules.ending import RoundEnd, Score
from punto.rules.errors import IllegalPlacementError, PuntoError, TurnError, UnreadableError
from punto.rules.events import Event, MatchEnded, RoundEnded, RoundStarted, TurnedUp
from punto.rules.facts import MODES, Colour, Mode, Side, mode_named
from punto.rules.many_rounds import Tally, perft, random_rounds
from punto.rules.match import Match
from punto.rules.move import Move
from punto.rules.options import Options
from punto.rules.position import Position
from punto.rules.round import Placement, Round
from punto.rules.shuffle import commitment
from punto.rules.simulate import Strategy, Turn, simulate
from punto.rules.table import Run, Table
from punto.rules.view import View

__all__ = [
    "EDITIONS",
    "MODES",
    "ORIGIN",
    "Box",
    "Card",
    "Cell",
    "Colour",
    "Edition",
    "Event",
    "IllegalPlacementError",
    "Match",
    "MatchEnded",
    "Mode",
    "Move",
    "Options",
    "Placement",
    "Position",
    "PuntoError",
    "Record",
    "RecordError",
    "Round",
    "RoundEnd",
    "RoundEnded",
    "RoundStarted",
    "Run",
    "Score",
    "Side",
    "Strategy",
    "Table",
    "Tally",
    "Turn",
    "TurnError",
    "TurnedUp",
    "UnreadableError",
    "View",
    "commitment",
    "edition_named",
    "mode_named",
    "perft",
    "random_rounds",
    "read_move",
    "read_position",
    "read_record",
    "simulate",
    "write_position",
]


del _quiet_start

LAZY = ("bots", "engine", "protocol", "svg")
"""What most programs do not need, and so is loaded on first use."""

if TYPE_CHECKING:
    from punto import bots as bots
    from punto import engine as engine
    from punto import protocol as protocol
    from punto import svg as svg

    __version__: str
else:  # hidden from type checkers, which would take every misspelled name for one of these

    def __getattr__(name: str) -> object:
        if name in LAZY:
            return import_module(f"punto.{name}")
        if name == "__version__":
            return import_module("importlib.metadata").version("punto")
        raise AttributeError(f"module 'punto' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*__all__, *LAZY, "__version__"))
