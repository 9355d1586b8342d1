"""Cards packed into bytes, for compact pickles."""

from collections.abc import Iterable

from punto.rules.card import CARD_BY_NUMBER, Card

UNKNOWN = 0
"""Stands for a card that nobody has seen, or for none."""


def pack(cards: Iterable[Card | None]) -> bytes:
    """Write a byte for each card."""
    return bytes([card or UNKNOWN for card in cards])


def unpack(packed: bytes) -> tuple[Card, ...]:
    """Read cards that are all known."""
    return tuple([CARD_BY_NUMBER[number] for number in packed])


def unpack_some(packed: bytes) -> tuple[Card | None, ...]:
    """Read cards of which some may be unknown."""
    return tuple([CARD_BY_NUMBER.get(number) for number in packed])
