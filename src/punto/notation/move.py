"""Moves: ``R3@f6`` lays a card beside others, ``O9xg6`` on top of one."""

from functools import lru_cache
from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError


class Move(NamedTuple):
    """A card and where it goes."""

    card: Card
    on_top: bool
    cell: Cell

    def __str__(self) -> str:
        return f"{self.card}{'x' if self.on_top else '@'}{self.cell}"


@lru_cache(maxsize=2**14)  # more than there are moves
def read_move(text: str) -> Move:
    """Read a move as records write it."""
    sign = text[2:3]
    if sign not in ("@", "x"):
        raise UnreadableError("move", expected="a card, @ or x, and a cell", came=text)
    return Move(Card(text[:2]), sign == "x", Cell(text[3:]))
