"""Cards: the 36 different ones, and reading them from text."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from punto.rules.errors import UnreadableError
from punto.rules.facts import COPIES, VALUES, Colour
from punto.rules.named_number import NamedNumber


class Card(NamedNumber):
    """One of the 36 different cards: ``Card("R7")``.

    The two copies of a card are the same card for every purpose. As a number it is
    16 * colour + value, so cards sort by colour (R O B G) and then by value.
    """

    __slots__ = ()

    def __new__(cls, card: "str | int") -> "Card":
        """Read a card's name or number."""
        try:
            found = KNOWN.get(card)
        except TypeError:  # a list, say, is no key of any kind
            found = None
        if found is None:
            raise UnreadableError("card", expected="a colour R O B G and a value 1 to 9", came=card)
        return found

    @property
    def colour(self) -> Colour:
        """The colour, which decides whose card it is."""
        return COLOURS[self >> 4]

    @property
    def value(self) -> int:
        """How many dots it has: its rank on a stack, and its points in a run."""
        return self & 15

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Card('{self}')"


COLOURS = tuple(Colour)
ALL_CARDS = tuple(int.__new__(Card, colour << 4 | value) for colour in Colour for value in VALUES)
NAMES = {int(card): f"{card.colour.letter}{card.value}" for card in ALL_CARDS}
KNOWN: dict[str | int, Card] = {
    **{card: card for card in ALL_CARDS},  # not by its plain number: a cell may have the same
    **{NAMES[card]: card for card in ALL_CARDS},
}
CARD_BY_NUMBER = {int(card): card for card in ALL_CARDS}
"""The quickest way from the kernel's numbers to cards."""


@cache
def cards_of(colour: Colour) -> tuple[Card, ...]:
    """List all cards of one colour, both copies of each, in order."""
    return tuple(card for card in ALL_CARDS if card.colour is colour for _ in range(COPIES))


def read_cards(cards: "str | Iterable[str | int]") -> tuple[Card, ...]:
    """Read cards from names separated by spaces, or from a list of names or numbers."""
    names = cards.split() if isinstance(cards, str) else cards
    return tuple(map(Card, names))


def check_copies(cards: Iterable[Card]) -> None:
    """Refuse cards if there are more of one than the game has copies."""
    for card, count in Counter(cards).items():
        if count > COPIES:
            raise UnreadableError("cards", expected=f"{card} at most {COPIES} times", came=count)
