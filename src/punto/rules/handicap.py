"""Handicaps: how many of its highest cards each side goes without for a whole match."""

from collections.abc import Iterable

from punto.rules.card import Card, cards_of
from punto.rules.errors import UnreadableError
from punto.rules.facts import Mode, Side

HANDICAPS = range(7)
"""How many cards a side may go without."""

Handicap = tuple[int, ...]
"""A number for each side; empty if no side has a handicap, whatever the mode."""


def read_handicap(handicap: Iterable[int]) -> Handicap:
    """Read a number for each side; if all are 0, there is no handicap."""
    is_list = isinstance(handicap, Iterable) and not isinstance(handicap, str | bytes)
    numbers = tuple(handicap) if is_list else ()
    if not is_list or any(type(each) is not int or each not in HANDICAPS for each in numbers):
        expected = f"numbers from 0 to {HANDICAPS[-1]}, one for each side"
        raise UnreadableError("handicap", expected=expected, came=handicap)
    return numbers if any(numbers) else ()


def read_handicap_text(text: str, mode: Mode, between: str) -> Handicap:
    """Read a digit for each side of the mode, with a sign between: ``2 0`` or ``2:0``."""
    parts = text.split(between)
    if len(parts) != len(mode.sides) or not set(parts) <= set(map(str, HANDICAPS)):
        example = between.join(map(str, range(len(mode.sides))[::-1]))
        expected = f"{len(mode.sides)} numbers from 0 to {HANDICAPS[-1]} as in {example}"
        raise UnreadableError("handicap", expected=expected, came=text)
    return read_handicap(map(int, parts))


def handicap_cards(mode: Mode, handicap: Handicap) -> tuple[tuple[Card, ...], ...]:
    """List the cards that each side goes without, the highest first."""
    numbers = handicap or (0,) * len(mode.sides)
    return tuple(
        highest_cards(side, number) for side, number in zip(mode.sides, numbers, strict=True)
    )


def highest_cards(side: Side, count: int) -> tuple[Card, ...]:
    """List a side's highest cards: both copies of one, then that value in its next colour."""
    cards = (card for colour in side.colours for card in cards_of(colour))
    return tuple(sorted(cards, key=lambda card: (-card.value, card))[:count])
