"""A position laid out for the search: plain numbers, and nothing that is not public."""

from dataclasses import dataclass

from punto.rules.errors import TurnError
from punto.rules.facts import Colour
from punto.rules.kernel import Board
from punto.rules.position import Position


@dataclass(frozen=True, slots=True)
class Layout:
    """What `Simulation` starts from; seats, and pools of cards to draw from, count from 0."""

    board: Board
    cards: bytearray
    """The unseen cards, pool after pool, and after the last pool those that nobody may have."""
    loose: bytearray
    """The places of the cards of which nobody knows whose they are."""
    bounds: tuple[int, ...]
    """Where each pool begins, and where the last one ends."""
    pool_of: tuple[int, ...]
    """The pool that each seat draws from."""
    hidden: tuple[int, ...]
    """How many cards each seat draws from its pool."""
    shown: tuple[int, ...]
    """The card that lies open on a seat's deck, or 0; the card in hand is not among them."""
    side_of: tuple[int, ...]
    owners: tuple[int, ...]
    """The side that each colour belongs to; 0 for the neutral one."""
    second: tuple[int, ...]
    """For each colour, 1 if it is the other colour in its owner's decks: a second, or neutral."""
    sides: int
    line: int
    lowest: bool
    diagonals: bool
    """Whether lines on diagonals are seen; who overlooks them plays as if they did not count."""
    seats: int
    seat: int
    card: int


def layout_of(position: Position, *, diagonals: bool = True) -> Layout:
    """Lay a position out; somebody must have a card to place."""
    mode, seat, card = position.mode, position.seat, position.card
    if seat is None or card is None:
        raise TurnError("no-card", "there is no card in hand to find a cell for")
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
