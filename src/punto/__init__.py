"""Punto: the dot-card game, exact in every rule.

>>> import punto
>>> match = punto.Match("2p", start=1, seed="00" * 32)
>>> match.seat, match.card, match.legal_cells
(1, Card('O8'), (Cell('f6'),))
"""

from importlib import import_module

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
from punto.rules.many_rounds import perft, random_rounds
from punto.rules.match import Match
from punto.rules.move import Move
from punto.rules.options import Options
from punto.rules.position import Position
from punto.rules.round import Placement, Round
from punto.rules.shuffle import commitment
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
    "Table",
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
    "write_position",
]


def __getattr__(name: str) -> object:
    """Load on first use what most programs do not need."""
    if name == "svg":
        return import_module("punto.svg")
    if name == "__version__":
        return import_module("importlib.metadata").version("punto")
    raise AttributeError(f"module 'punto' has no attribute {name!r}")
