"""The events of a match, as everybody at the table sees them."""

from collections.abc import Iterator
from dataclasses import dataclass

from punto.rules.card import Card
from punto.rules.ending import RoundEnd
from punto.rules.round import Placement, Round


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The decks were dealt, and a seat starts."""

    round: int
    start: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A seat's top card became visible."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A line or a stalemate ended the round."""

    round: int
    end: RoundEnd


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A side won the match."""

    winner: int


Event = RoundStarted | TurnedUp | Placement | RoundEnded | MatchEnded


def opening(number: int, round_: Round) -> Iterator[Event]:
    """Yield how a round begins: one card is turned up, or with open cards every top card."""
    yield RoundStarted(number, round_.start)
    order = round_.mode.order_from(round_.start)
    for seat in order if round_.options.open_cards else order[:1]:
        yield from turned_up(round_, seat, 0)


def consequences(number: int, round_: Round, ply: int) -> Iterator[Event]:
    """Yield what follows from a placement: itself, the next visible card, the end of the round."""
    placement = round_.placement(ply)
    yield placement
    last = ply == round_.ply - 1
    if not (last and round_.end and round_.end.kind == "line"):
        yield from turned_up_after(round_, placement.seat, ply)
    if last and round_.end:
        yield RoundEnded(number, round_.end)


def turned_up_after(round_: Round, seat: int, ply: int) -> tuple[TurnedUp, ...]:
    """Return the card that is turned up after a placement by a seat, if there is one."""
    seats = len(round_.decks)
    if round_.options.open_cards:
        return turned_up(round_, seat, ply // seats + 1)
    return turned_up(round_, round_.mode.after(seat), (ply + 1) // seats)


def turned_up(round_: Round, seat: int, turn: int) -> tuple[TurnedUp, ...]:
    """Return the card that a seat turns up for its turn, from 0, if there is one that is known."""
    deck = round_.decks[seat - 1]
    card = deck[turn] if turn < len(deck) else None
    return () if card is None else (TurnedUp(seat, card),)
