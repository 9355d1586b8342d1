"""What may be true after a placement: which card comes up next, and how likely each is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.ending import end_by_stalemate
from punto.rules.errors import TurnError
from punto.rules.kernel import LINE
from punto.rules.position import Cards, Position

Thing = TypeVar("Thing")
Drawn = tuple[float, Position]
"""How likely a card is to be turned up, and the position with it."""


@dataclass(frozen=True, slots=True)
class Future:
    """One way in which a round may stand after a placement."""

    share: float
    """How likely it is; all futures of a placement come to 1."""
    position: Position | None
    """Where play goes on; None if the round is over."""
    winner: int | None = None
    """The side that has won the round."""


def futures(position: Position, cell: Cell) -> list[Future]:
    """List what may follow when the card in hand is laid on a cell."""
    mode, seat, card = position.mode, position.seat, position.card
    if seat is None or card is None:
        raise TurnError("no-card", "nobody has a card to place")
    table = position.table.copy()
    if table.lay(card, cell, mode.line_by_colour[card.colour]) & LINE:
        return [Future(1.0, None, mode.side_of(seat).number)]
    after = mode.after(seat)
    waiting = replace(
        position,
        table=table,
        seat=after,
        face_up=changed(position.face_up, seat, None),
        decks=changed(position.decks, seat, position.decks[seat - 1] - 1),
        neutrals=changed(
            position.neutrals, seat, position.neutrals[seat - 1] - (card.colour is mode.neutral)
        ),
    )

    def future(share: float, then: Position) -> Future:
        if then.card is not None and table.takes(then.card):
            return Future(share, then)
        end = end_by_stalemate(mode, position.edition, table, after, then.card)
        return Future(share, None, end.winner)

    return [future(*drawn) for drawn in draws(waiting, seat if position.open_cards else after)]


def draws(position: Position, seat: int) -> Iterator[Drawn]:
    """Turn up the top card of a seat's deck in every way that can be, as far as anybody knows."""
    left, neutral = position.decks[seat - 1], position.neutrals[seat - 1]
    if not left:
        yield 1.0, position
        return
    side = position.mode.side_of(seat).number
    own, kept, others = position.unseen[side - 1], position.kept[seat - 1], position.unseen_neutrals

    def shown(card: Card) -> Position:
        return replace(position, face_up=changed(position.face_up, seat, card))

    for card, count in Counter(own).items():
        unseen = changed(position.unseen, side, without(own, card))
        if neutral < left:
            yield (left - neutral) / left * count / len(own), replace(shown(card), unseen=unseen)
    for card, count in Counter(kept).items():
        known = changed(position.kept, seat, without(kept, card))
        yield count / left, replace(shown(card), kept=known)
    for card, count in Counter(others).items():
        if neutral > len(kept):
            share = (neutral - len(kept)) / left * count / len(others)
            yield share, replace(shown(card), unseen_neutrals=without(others, card))


def changed(things: tuple[Thing, ...], number: int, thing: Thing) -> tuple[Thing, ...]:
    """Give what belongs to one seat, or side, another value."""
    return (*things[: number - 1], thing, *things[number:])


def without(cards: Cards, card: Card) -> Cards:
    """Take one card out of several."""
    gone = cards.index(card)
    return (*cards[:gone], *cards[gone + 1 :])
