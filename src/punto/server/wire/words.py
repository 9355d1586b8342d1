"""The words that messages are made of, with their limits."""

import re
import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from punto.rules.cell import LETTERS, REACH
from punto.rules.facts import EDITIONS, MODES, ROUNDS_TO_WIN

LARGEST_NUMBER = 2**53 - 1
"""The largest number that every language with JSON reads exactly."""

LONGEST_NAME = 64
"""No configuration allows names that are longer than this."""

SEATS = max(len(mode.seats) for mode in MODES.values())

Reaction = Literal["hello", "well_played", "oops", "wow", "thinking", "your_turn", "thanks", "bye"]
"""What people can say to each other: children play this, so there is no free text."""

Phase = Literal["waiting", "playing", "over"]
How = Literal["won", "resigned", "agreed", "abandoned"]
"""Why a match is over: somebody won it, a side gave it up, all agreed, or nobody is left."""


def alternatives(words: "list[str]") -> str:
    """Write a pattern that matches one of these words."""
    return f"^(?:{'|'.join(map(re.escape, words))})$"


INVISIBLE = set("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\U0001d159")
"""Letters, signs and marks of which nothing is to be seen."""

MOST_MARKS = 4
"""So many marks a letter may have: no writing needs more, and more would cover other lines."""


def check_name(name: str) -> str:
    """Refuse names that hide something: they are made of visible signs and single spaces."""
    plain = unicodedata.normalize("NFC", name)
    if plain != " ".join(plain.split(" ")) or plain.strip() != plain or "  " in plain:
        raise ValueError("a name has no spaces at its ends, and no two in a row")
    if not all(sign == " " or is_visible(sign) for sign in plain):
        raise ValueError("a name is made of letters, digits, signs and spaces")
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in plain):
        raise ValueError("a name has at least one letter, digit or sign")
    marks = 0
    for sign in unicodedata.normalize("NFD", plain):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise ValueError("a name does not pile marks on its letters")
    return plain


def is_visible(sign: str) -> bool:
    """Tell whether something is to be seen of a sign, or of what it is put on."""
    return unicodedata.category(sign)[0] in "LMNPS" and sign not in INVISIBLE


Name = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_NAME), AfterValidator(check_name)
]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
"""What a client calls a command of its own: sent twice, it counts once."""
SeatNumber = Annotated[int, Field(ge=1, le=SEATS)]
EventNumber = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
CellName = Annotated[
    str, StringConstraints(pattern=f"^[{LETTERS}](?:[1-9]|10|{REACH})$", max_length=3)
]
ModeName = Annotated[str, StringConstraints(pattern=alternatives(list(MODES)))]
EditionName = Annotated[str, StringConstraints(pattern=alternatives(list(EDITIONS)))]
BotName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
RoundsToWin = Annotated[int, Field(ge=ROUNDS_TO_WIN[0], le=ROUNDS_TO_WIN[-1])]
