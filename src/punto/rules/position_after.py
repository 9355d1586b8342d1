"""What becomes of a position when a card is placed, or turned up."""

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd, end_by_line, end_by_stalemate
from punto.rules.errors import TurnError, UnreadableError, Words
from punto.rules.kernel import LINE

if TYPE_CHECKING:
    from punto.rules.position import Position

Thing = TypeVar("Thing")


def position_after(position: "Position", cell: Cell, next_card: Card | None) -> "Position":
    """Place the card in hand, and turn up the next one if it is known."""
    seat, card, mode = position.seat, position.card, position.mode
    if seat is None:
        raise TurnError("round-over", "the round is over; nobody is to move")
    if card is None:
        raise TurnError("card-unknown", f"seat {seat} has not turned up its card yet")
    table = position.table.copy()
    answer = table.lay(card, cell, mode.line_by_colour[card.colour])
    neutral = card.colour is mode.neutral
    placed = replace(
        position,
        table=table,
        seat=mode.after(seat),
        face_up=changed(position.face_up, seat, None),
        decks=changed(position.decks, seat, position.decks[seat - 1] - 1),
        neutrals=changed(position.neutrals, seat, position.neutrals[seat - 1] - neutral),
    )
    if answer & LINE:
        refuse_card(next_card)
        return ended(placed, end_by_line(mode, table, seat))
    turning = seat if position.open_cards else mode.after(seat)
    if next_card is not None:
        placed = showing(placed, turning, next_card)
    return with_stalemate_ended(placed)


def with_card_up(position: "Position", card: Card) -> "Position":
    """Turn up the card of the seat to move, which is unknown."""
    if position.seat is None or position.card is not None:
        raise TurnError("card-known", "no unknown card is waiting to be turned up")
    return with_stalemate_ended(showing(position, position.seat, card))


def showing(position: "Position", seat: int, card: Card) -> "Position":
    """Return the position with a card that a seat has turned up: it is no longer unseen."""
    mode, side = position.mode, position.mode.side_of(seat)
    if not position.decks[seat - 1]:
        refuse_card(card)
    if card not in position.possible_cards(seat):
        expected = f"one that seat {seat} can still have"
        raise UnreadableError("card", expected=expected, came=str(card))
    position = replace(position, face_up=changed(position.face_up, seat, card))
    if card.colour is not mode.neutral:
        unseen = without(position.unseen[side.number - 1], card)
        return replace(position, unseen=changed(position.unseen, side.number, unseen))
    kept = position.kept[seat - 1]
    if card in kept:
        return replace(position, kept=changed(position.kept, seat, without(kept, card)))
    return replace(position, unseen_neutrals=without(position.unseen_neutrals, card))


def with_stalemate_ended(position: "Position") -> "Position":
    """End the round if the seat to move has no card, or no cell for the card it turned up."""
    seat, card = position.seat, position.card
    assert seat is not None
    if position.decks[seat - 1] and (card is None or position.table.takes(card)):
        return position
    mode, edition, options = position.mode, position.edition, position.options
    return ended(position, end_by_stalemate(mode, edition, options, position.table, seat, card))


def ended(position: "Position", end: RoundEnd) -> "Position":
    """Count the end of a round; the card that could not be placed stays visible."""
    return replace(position, seat=None, score=position.score.after(end))


def refuse_card(card: Card | None) -> None:
    """Refuse a next card when none is turned up: the round is over, or the deck is empty."""
    if card is not None:
        raise UnreadableError(
            "next card", expected="none: nobody turns one up", came=Words(str(card))
        )


def changed(parts: tuple[Thing, ...], number: int, part: Thing) -> tuple[Thing, ...]:
    """Return the parts for each seat, or side, with one of them changed."""
    return (*parts[: number - 1], part, *parts[number:])


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards without one of them."""
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])
