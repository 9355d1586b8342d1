"""The facts of the game, as the booklets print them. Everything else derives from them.

72 cards: four colours, two of each value from 1 to 9. The modes say how many play, with which
colours, and how long a line must be. Where the booklets disagree, see `rules.editions`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TypeVar

from punto.rules.errors import UnreadableError, Words

Thing = TypeVar("Thing")

SPAN = 6
"""All cards of a round must fit in a square of this many cells on each side."""

VALUES = range(1, 10)
COPIES = 2
"""How many copies of every card there are."""

ROUNDS_TO_WIN = range(1, 10)
DEFAULT_ROUNDS_TO_WIN = 2


class Colour(IntEnum):
    """A colour of cards, in the order of the rules: R O B G."""

    RED = 0
    ORANGE = 1
    BLUE = 2
    GREEN = 3

    @property
    def letter(self) -> str:
        """The letter that stands for the colour in a card's name."""
        return self.name[0]

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"Colour.{self.name}"


@dataclass(frozen=True, slots=True)
class Side:
    """Who wins and loses together: one seat, or a team of two."""

    number: int
    seats: tuple[int, ...]
    colours: tuple[Colour, ...]


@dataclass(frozen=True, repr=False)
class Mode:
    """How many play, in which sides, with which colours, and how many cards make a line."""

    name: str
    line: int
    sides: tuple[Side, ...]
    neutral: Colour | None = None
    """The colour that belongs to nobody, whose rows neither win nor count."""

    @cached_property
    def seats(self) -> range:
        """The numbers of the seats, from 1, in the order of play."""
        return range(1, 1 + sum(len(side.seats) for side in self.sides))

    @cached_property
    def line_by_colour(self) -> tuple[int, ...]:
        """How long a line of each colour must be; 0 for the neutral colour, which has no lines."""
        return tuple(0 if colour is self.neutral else self.line for colour in Colour)

    @cached_property
    def colour_bits(self) -> int:
        """The colours of all sides, for the kernel: four bits a side, side 1 in the lowest."""
        return sum(
            1 << 4 * (side.number - 1) + colour for side in self.sides for colour in side.colours
        )

    @property
    def is_teams(self) -> bool:
        """Whether partners share a side and its cards."""
        return len(self.sides) < len(self.seats)

    def __repr__(self) -> str:
        return f"mode_named({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return mode_named, (self.name,)

    def side_of(self, seat: int) -> Side:
        """Return the side a seat plays for; partners sit opposite each other."""
        return self.sides[(seat - 1) % len(self.sides)]

    def after(self, seat: int) -> int:
        """Return the seat whose turn comes after that of `seat`."""
        return seat % len(self.seats) + 1

    def before(self, seat: int) -> int:
        """Return the seat whose turn comes before that of `seat`."""
        return (seat - 2) % len(self.seats) + 1

    def order_from(self, seat: int) -> tuple[int, ...]:
        """List all seats in the order of play, starting with `seat`."""
        return (*self.seats[seat - 1 :], *self.seats[: seat - 1])


R, O, B, G = Colour  # noqa: E741 - the letters of the cards in a record

MODES = {
    mode.name: mode
    for mode in (
        Mode("2p", 5, (Side(1, (1,), (R, O)), Side(2, (2,), (B, G)))),
        Mode("3p", 4, (Side(1, (1,), (R,)), Side(2, (2,), (O,)), Side(3, (3,), (B,))), neutral=G),
        Mode(
            "4p", 4, tuple(Side(n, (n,), (c,)) for n, c in zip((1, 2, 3, 4), Colour, strict=True))
        ),
        Mode("teams", 5, (Side(1, (1, 3), (R, O)), Side(2, (2, 4), (B, G)))),
    )
}


def mode_named(name: str | Mode) -> Mode:
    """Return the mode that has this name in records."""
    if isinstance(name, Mode):
        return check_is_known("mode", name, name.name, MODES)
    if not isinstance(name, str) or name not in MODES:
        raise UnreadableError("mode", expected=f"one of {', '.join(MODES)}", came=name)
    return MODES[name]


def check_is_known(what: str, thing: Thing, name: str, known: Mapping[str, Thing]) -> Thing:
    """Refuse a mode or edition of one's own: records and positions have only names for them."""
    if known.get(name) != thing:
        expected = f"one of {', '.join(known)}, as they are"
        raise UnreadableError(what, expected=expected, came=Words(f"another one, {name!r}"))
    return thing
