"""The observation: what a seat may know of a round, as numbers from 0 to 36.

It follows from the position alone, which holds nothing but what everybody may know. `rounds.py`
writes the same numbers without making a position; tests compare the two.

Colours, sides and seats are seen from the observing seat: its own come first, the others follow in
the order of play, and the neutral colour of `3p` is last.
"""

from array import array
from itertools import chain
from operator import index
from typing import NamedTuple

from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.rules.facts import Colour, Mode
from punto.rules.position import Position

FRAME = 7
"""The rows, and columns, of the frame: the box around all cards, and the ring around it."""

ACTIONS = FRAME * FRAME


class Part(NamedTuple):
    """A part of the observation: where it begins, its shape, and its highest number."""

    name: str
    start: int
    shape: tuple[int, ...]
    highest: int
    meaning: str


PARTS = (
    Part("colours", 0, (4, FRAME, FRAME), 1, "1 where the visible card has this colour"),
    Part("values", 196, (FRAME, FRAME), 9, "the value of the visible card; 0 where there is none"),
    Part(
        "unseen", 245, (4, 9), 2, "copies of each card, by colour and value, that nobody has seen"
    ),
    Part("hand_colour", 281, (4,), 1, "1 for the colour of the card in hand"),
    Part("hand_value", 285, (9,), 1, "1 for the value of the card in hand"),
    Part("mover", 294, (4,), 1, "1 for the seat to move; none once the round is over"),
    Part("decks", 298, (4,), 36, "cards left to each seat, with the card in hand"),
    Part("neutrals", 302, (4,), 6, "those of them that are neutral"),
)
SIZE = 306
"""The length of the observation."""


def colour_order(mode: Mode, seat: int) -> list[Colour]:
    """List the colours as a seat sees them."""
    sides = dict.fromkeys(mode.side_of(each).number for each in mode.order_from(seat))
    colours = [colour for number in sides for colour in mode.sides[number - 1].colours]
    return [*colours, *(colour for colour in Colour if colour not in colours)]


def rewards_of(mode: Mode, winner: int) -> list[float]:
    """Return the reward of each seat if a side won, or nobody (0); they add up to 0."""
    lost = -1 / (len(mode.sides) - 1)
    return [
        0.0 if winner == 0 else 1.0 if mode.side_of(seat).number == winner else lost
        for seat in mode.seats
    ]


def prizes(mode: Mode) -> "array[float]":
    """Return the rewards of four seats, for a draw and for a win of each side, for the rounds."""
    ends = [rewards_of(mode, winner) for winner in range(len(mode.sides) + 1)]
    return array("f", [reward for end in ends for reward in (*end, 0.0, 0.0)[:4]])


def action_of(position: Position, cell: str | int) -> int:
    """Return the action that places the card in hand on a cell."""
    box, where = position.table.box, Cell(cell)
    column, row = where.column - box.left + 1, where.row - box.bottom + 1
    if column not in range(FRAME) or row not in range(FRAME):
        raise UnreadableError("cell", expected="a cell of the box, or around it", came=str(where))
    return FRAME * row + column


def cell_of(position: Position, action: int) -> Cell:
    """Return the cell of an action."""
    row, column = divmod(read_action(action), FRAME)
    return Cell.at(column + position.table.box.left - 1, row + position.table.box.bottom - 1)


def read_action(action: object) -> int:
    """Return an action, which may be an integer of NumPy; refuse everything else."""
    try:
        number = index(action)  # type: ignore[arg-type]  # what is no integer raises
    except TypeError:
        number = -1
    if not 0 <= number < ACTIONS:
        raise UnreadableError("action", expected=f"0 to {ACTIONS - 1}", came=action)
    return number


def mask_of(position: Position) -> bytes:
    """Return 1 for every legal action, 0 for the others."""
    mask = bytearray(ACTIONS)
    for cell in position.legal_cells:
        mask[action_of(position, cell)] = 1
    return bytes(mask)


def observation_of(position: Position, seat: int) -> bytes:
    """Return what a seat, from 1, may know of a position: 306 numbers of one byte each."""
    mode, out = position.mode, bytearray(SIZE)
    if seat not in mode.seats:
        raise UnreadableError("seat", expected=f"1 to {len(mode.seats)}", came=seat)
    start = {part.name: part.start for part in PARTS}
    order = colour_order(mode, seat)
    for cell, cards in position.table.stacks().items():
        action, top = action_of(position, cell), cards[-1]
        out[start["colours"] + ACTIONS * order.index(top.colour) + action] = 1
        out[start["values"] + action] = top.value
    for card in chain(*position.unseen, *position.kept, position.unseen_neutrals):
        out[start["unseen"] + 9 * order.index(card.colour) + card.value - 1] += 1
    if position.card is not None:
        out[start["hand_colour"] + order.index(position.card.colour)] = 1
        out[start["hand_value"] + position.card.value - 1] = 1
    for place, each in enumerate(mode.order_from(seat)):
        out[start["mover"] + place] = each == position.seat
        out[start["decks"] + place] = position.decks[each - 1]
        out[start["neutrals"] + place] = position.neutrals[each - 1]
    return bytes(out)
