"""Plain search as a bot: positions given to `plain_search.c` as plain numbers."""

import ctypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from benchmarks._compiling import compile_c

from punto.bots import Bot
from punto.bots.bot import Choose
from punto.rules.cell import ALL_CELLS, Cell
from punto.rules.facts import Colour
from punto.rules.position import Position
from punto.rules.view import View

SOURCE = Path(__file__).with_name("plain_search.c")
CELLS, SEATS, POOL = len(ALL_CELLS), 4, 60

Numbers = ctypes.c_int32 * SEATS
Cards = ctypes.c_uint8 * POOL
ByCell = ctypes.c_uint8 * CELLS


class CPosition(ctypes.Structure):
    """`struct position` of plain_search.c, which explains the fields."""

    _fields_ = [
        ("seats", ctypes.c_int32),
        ("sides", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("lowest", ctypes.c_int32),
        ("side_of", Numbers),
        ("owner", Numbers),
        ("visible", ByCell),
        ("pool_size", Numbers),
        ("pool", Cards * SEATS),
        ("loose_size", ctypes.c_int32),
        ("loose", Cards),
        ("loose_in", Numbers),
        ("hidden", Numbers),
        ("face_up", ctypes.c_uint8 * SEATS),
        ("seat", ctypes.c_int32),
        ("card", ctypes.c_int32),
    ]


def c_position(position: Position) -> CPosition:
    """Write a position as numbers; without a seat to move, seat 1 has no card in hand."""
    mode = position.mode
    found = CPosition(seats=len(mode.seats), sides=len(mode.sides), line=mode.line)
    found.lowest = position.edition.tie == "lowest"
    for colour in Colour:
        owners = [side.number - 1 for side in mode.sides if colour in side.colours]
        found.owner[colour] = owners[0] if owners else -1
    for cell, cards in position.table.stacks().items():
        found.visible[cell] = cards[-1]
    for side in mode.sides:
        cards = position.unseen[side.number - 1]
        for seat in side.seats:
            up = position.face_up[seat - 1]
            kept, count = position.kept[seat - 1], position.neutrals[seat - 1]
            cards += kept
            found.side_of[seat - 1] = side.number - 1
            found.hidden[seat - 1] = position.decks[seat - 1] - (up is not None)
            found.face_up[seat - 1] = 0 if up is None or seat == position.seat else up
            if count:
                shown = up is not None and up.colour is mode.neutral
                found.loose_in[side.number - 1] = count - len(kept) - shown
        found.pool_size[side.number - 1] = len(cards)
        found.pool[side.number - 1][: len(cards)] = cards
    found.loose_size = len(position.unseen_neutrals)
    found.loose[: found.loose_size] = position.unseen_neutrals
    found.seat, found.card = (position.seat or 1) - 1, position.card or 0
    return found


@cache
def library() -> ctypes.CDLL:
    """Load the compiled search; its one tree is for one thread at a time."""
    loaded = ctypes.CDLL(str(compile_c(SOURCE)))
    loaded.plain_search.argtypes = (
        ctypes.POINTER(CPosition),
        ctypes.c_int64,
        ctypes.c_double,
        ctypes.c_uint64,
        ctypes.c_void_p,
        ctypes.c_void_p,
    )
    return loaded


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: its choice, and visits and mean worth of every legal cell."""

    cell: Cell
    visits: dict[Cell, int]
    """All 0 where the choice was obvious: a win at once, or the only legal cell."""
    worths: dict[Cell, float]


def plain_search(
    position: Position, *, simulations: int = 0, milliseconds: float = 0.0, seed: int = 1
) -> Found:
    """Search with a number of simulations or, if that is given, for a processor time."""
    visits, worths = (ctypes.c_int32 * CELLS)(), (ctypes.c_double * CELLS)()
    cell = library().plain_search(
        c_position(position), simulations, milliseconds, seed, visits, worths
    )
    legal = position.legal_cells
    return Found(
        ALL_CELLS[cell],
        {each: visits[each] for each in legal},
        {each: worths[each] for each in legal},
    )


@dataclass(frozen=True, slots=True)
class PlainSearch:
    """Chooses by plain search with a fixed budget."""

    simulations: int = 0
    milliseconds: float = 0.0

    def __call__(self, view: View, random: Random) -> Cell:
        """Choose a cell for the card in hand."""
        return plain_search(
            view.position,
            simulations=self.simulations,
            milliseconds=self.milliseconds,
            seed=random.getrandbits(64),
        ).cell


def plain_bot(name: str, choose: Choose) -> Bot:
    """Make a bot of plain search."""
    return Bot(name, "Plain search, the yardstick.", choose)
