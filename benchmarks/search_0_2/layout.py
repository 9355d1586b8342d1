"""A position laid out for the search: plain numbers, and only what is public.

A part of a frozen opponent, see `levels.py`.
"""

from dataclasses import dataclass

from punto.rules.errors import TurnError
from punto.rules.facts import Colour
from punto.rules.kernel import Board
from punto.rules.position import Position


@dataclass(frozen=True, slots=True)
class Layout:
    """What a `Simulation` starts from; seats, and pools of cards to draw from, count from 0."""

    board: Board
    cards: bytearray
    """The unseen cards, pool by pool, then those that may have left the match."""
    loose: bytearray
    """The places in `cards` of those that may be in any pool: neutral cards nobody has located."""
    bounds: tuple[int, ...]
    """Where each pool begins, and where the last one ends."""
    pool_of: tuple[int, ...]
    """The pool that each seat draws from."""
    hidden: tuple[int, ...]
    """How many cards each seat draws from its pool."""
    shown: tuple[int, ...]
    """The face-up card on each seat's deck, or 0; the card in hand is not among them."""
    side_of: tuple[int, ...]
    owners: tuple[int, ...]
    """The side that owns each colour; 0 for the neutral colour."""
    second: tuple[int, ...]
    """For each colour, 1 unless it is the first colour of a side: a second one, or neutral."""
    sides: int
    line: int
    lowest: bool
    diagonals: bool
    """Whether lines on diagonals count; a player who overlooks them plays as if they did not."""
    seats: int
    seat: int
    card: int


def layout_of(position: Position, *, diagonals: bool = True) -> Layout:
    """Lay a position out for the search; a seat must have a card to place."""
    mode, seat, card = position.mode, position.seat, position.card
    if seat is None or card is None:
        raise TurnError("no-card", "there is no card in hand to place")
    cards, loose, bounds, waiting = bytearray(), bytearray(), [0], list(position.unseen_neutrals)
    for side in mode.sides:
        for member in side.seats:
            face_up = position.face_up[member - 1]
            visible = face_up is not None and face_up.colour is mode.neutral
            kept = position.kept[member - 1]
            cards += bytes(kept)
            for _ in range(position.neutrals[member - 1] - len(kept) - visible):
                loose.append(len(cards))
                cards.append(waiting.pop())
        cards += bytes(position.unseen[side.number - 1])
        bounds.append(len(cards))
    loose += bytes(range(len(cards), len(cards) + len(waiting))) if loose else b""
    cards += bytes(waiting) if loose else b""
    owners = {colour: side.number for side in mode.sides for colour in side.colours}
    return Layout(
        board=position.table.board(),
        cards=cards,
        loose=loose,
        bounds=tuple(bounds),
        pool_of=tuple(mode.side_of(each).number - 1 for each in mode.seats),
        hidden=tuple(
            count - (up is not None)
            for count, up in zip(position.decks, position.face_up, strict=True)
        ),
        shown=tuple(
            0 if up is None or each == seat else up
            for each, up in zip(mode.seats, position.face_up, strict=True)
        ),
        side_of=tuple(mode.side_of(each).number for each in mode.seats),
        owners=tuple(owners.get(colour, 0) for colour in Colour),
        second=tuple(
            int(not any(side.colours[0] is colour for side in mode.sides)) for colour in Colour
        ),
        sides=mode.colour_bits,
        line=mode.line,
        lowest=position.edition.tie == "lowest",
        diagonals=diagonals,
        seats=len(mode.seats),
        seat=seat - 1,
        card=card,
    )
