"""The possible futures after a placement: which card comes next, how likely, and its value."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot
from typing import TypeVar

from punto.engine import Budget
from punto.engine.analysis import Outlook, outlook_of
from punto.engine.search import winning_cells
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.ending import end_by_stalemate
from punto.rules.errors import TurnError
from punto.rules.kernel import LINE
from punto.rules.position import Cards, Position

Thing = TypeVar("Thing")
Drawn = tuple[float, Position]
"""The probability that a card is turned up, and the position with it."""

MIN_SIMULATIONS = 16
"""A search with fewer simulations is meaningless, however unlikely the card."""


@dataclass(frozen=True, slots=True)
class Future:
    """One possible state of the round after a placement."""

    share: float
    """Its probability; all futures of a placement add up to 1."""
    position: Position | None
    """The position that play continues from; None if the round is over."""
    winner: int | None = None
    """The side that won the round."""


def outlook(position: Position, cell: Cell, simulations: int, seed: int) -> Outlook:
    """Estimate the value of one placement: search the position after it for every next card.

    A search that compares all cells spends little on those that look bad and most on the one
    that looks best, partly by luck. Two cells that each get the same number of simulations here
    can be compared fairly.
    """
    sides = len(position.mode.sides)
    chances, errors = [0.0] * sides, [0.0] * sides
    for future in futures(position, cell):
        then, winner = future.position, future.winner
        if then is not None and winning_cells(then):
            winner = then.mode.side_of(then.seat or 1).number
        elif then is not None:
            budget = Budget(simulations=max(MIN_SIMULATIONS, round(simulations * future.share)))
            found = outlook_of(then, budget, seed)
            for side in range(sides):
                chances[side] += future.share * found.chances[side]
                errors[side] = hypot(errors[side], future.share * found.errors[side])
        if winner is not None:
            chances[winner - 1] += future.share
    return Outlook(tuple(min(1.0, chance) for chance in chances), tuple(errors))


def futures(position: Position, cell: Cell) -> list[Future]:
    """List all futures of placing the card in hand on a cell."""
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
        end = end_by_stalemate(mode, position.edition, position.options, table, after, then.card)
        return Future(share, None, end.winner)

    return [future(*drawn) for drawn in draws(waiting, seat if position.open_cards else after)]


def draws(position: Position, seat: int) -> Iterator[Drawn]:
    """Turn up the top card of a seat's deck in every way that is possible for an observer."""
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
    """Return a copy with the value of one seat or side replaced; numbers count from 1."""
    return (*things[: number - 1], thing, *things[number:])


def without(cards: Cards, card: Card) -> Cards:
    """Return the cards with one copy of a card removed."""
    gone = cards.index(card)
    return (*cards[:gone], *cards[gone + 1 :])
