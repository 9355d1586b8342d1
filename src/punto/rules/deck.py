"""Decks: reading and writing them, the order in which their cards come up, and checks."""

from collections.abc import Iterable, Sequence
from itertools import chain
from types import NoneType
from typing import TypeVar

from punto.rules.card import Card, check_copies
from punto.rules.errors import UnreadableError
from punto.rules.facts import Mode
from punto.rules.handicap import Handicap, handicap_cards
from punto.rules.table import Table

Thing = TypeVar("Thing")
Deck = tuple[Card | None, ...]
"""A seat's cards, the top card first; None is a card that nobody has seen."""

Deal = Sequence[str | Iterable[str | int | None]]
"""The decks of a round, one for each seat."""


def read_seat(mode: Mode, seat: int) -> int:
    """Return the number of a seat, if the mode has it."""
    if not isinstance(seat, int) or seat not in mode.seats:
        raise UnreadableError("seat", expected=f"1 to {len(mode.seats)} in {mode.name}", came=seat)
    return seat


def listed(what: str, things: Iterable[Thing]) -> list[Thing]:
    """List things that a caller gave; refuse what is no list of anything."""
    if isinstance(things, str | bytes) or not isinstance(things, Iterable):
        raise UnreadableError(what, expected="a list", came=things)
    return list(things)


def split_cells(cells: str | Iterable[str | int]) -> list[str | int]:
    """List cells that are given as a list, or as text with spaces between."""
    return list(cells.split()) if isinstance(cells, str) else listed("cells", cells)


def read_deck(deck: str | Iterable[str | int | None]) -> Deck:
    """Read a deck from text or a list; ``?`` and None are cards that nobody has seen."""
    if isinstance(deck, tuple) and set(map(type, deck)) <= {Card, NoneType}:
        return deck
    cards = deck.split() if isinstance(deck, str) else listed("deck", deck)
    return tuple(None if card is None or card == "?" else Card(card) for card in cards)


def read_deal(mode: Mode, decks: Deal) -> tuple[Deck, ...]:
    """Read a deck for each seat."""
    read = tuple(read_deck(deck) for deck in listed("deal", decks))
    if len(read) != len(mode.seats):
        raise UnreadableError(
            "deal", expected=f"{len(mode.seats)} decks in {mode.name}", came=len(read)
        )
    return read


def deck_text(deck: Deck) -> str:
    """Write a deck as `read_deck` reads it."""
    return " ".join("?" if card is None else str(card) for card in deck)


def in_turn(decks: Sequence[Deck], start: int) -> Deck:
    """List the cards in the order in which they come up, until a seat has none left."""
    order = (*decks[start - 1 :], *decks[: start - 1])
    shortest = min(map(len, order))
    rows = [card for turn in zip(*order, strict=False) for card in turn]
    for deck in order:
        if len(deck) == shortest:
            break
        rows.append(deck[shortest])
    return tuple(rows)


def check_decks(
    mode: Mode, decks: Sequence[Sequence[Card | None]], table: Table, handicap: Handicap
) -> None:
    """Refuse decks if there is not one for each seat, or one holds a card it cannot have."""
    if len(decks) != len(mode.seats):
        raise UnreadableError(
            "decks", expected=f"{len(mode.seats)} in {mode.name}", came=len(decks)
        )
    for seat, deck in zip(mode.seats, decks, strict=True):
        colours = [c for c in (*mode.side_of(seat).colours, mode.neutral) if c is not None]
        for card in deck:
            if card is not None and card.colour not in colours:
                letters = " ".join(colour.letter for colour in colours)
                expected = f"cards of {letters} for seat {seat}"
                raise UnreadableError("deck", expected=expected, came=str(card))
    held = [card for deck in decks for card in deck if card is not None]
    check_copies([*held, *table.cards, *chain(*handicap_cards(mode, handicap))])
