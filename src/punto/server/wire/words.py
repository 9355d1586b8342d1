"""The words that messages are made of, with their limits."""

import re
import unicodedata
from typing import Annotated, Any, Literal, NewType

from pydantic import AfterValidator, Field, StringConstraints
from pydantic.config import JsonDict, JsonValue

from punto.rules.cell import LETTERS, REACH
from punto.rules.facts import EDITIONS, MODES, ROUNDS_TO_WIN

LARGEST_NUMBER = 2**53 - 1
"""The largest number that every language with JSON reads exactly."""

MAX_NAME_LENGTH = 64
"""No configuration allows names that are longer than this."""

SEATS = max(len(mode.seats) for mode in MODES.values())

Reaction = Literal["hello", "well_played", "oops", "wow", "thinking", "your_turn", "thanks", "bye"]
"""What people can say to each other: children play this, so there is no free text."""

Seat = NewType("Seat", int)
"""A place at the table, from 1; who holds it may change."""

DeviceNumber = NewType("DeviceNumber", int)
"""The number of a device at its table, from 1, in the order in which devices sat down.

It says nothing about the seat: a device may hold several, and bots hold seats without one.
"""

Phase = Literal["waiting", "playing", "over"]
How = Literal["won", "resigned", "agreed", "abandoned"]
"""Why a match is over: somebody won it, a side gave it up, all agreed, or nobody is left."""


def _one_of(words: "list[str]") -> str:
    """Write a pattern that matches one of these words."""
    return f"^(?:{'|'.join(map(re.escape, words))})$"


def in_form(**how: JsonValue) -> Any:
    """Say in the schema how a form shows a value.

    `options` are all it can be, `offered` the numbers to choose from, `words` the keys' prefix in
    the catalogue if it is not the field's name, `part` the part of the form (`players`, `rules`, or
    else `company`); `guests` is for what matters only where people come from elsewhere.
    """
    return Field(json_schema_extra={f"x-{name}": value for name, value in how.items()})


INVISIBLE = set("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\U0001d159")
"""Letters, signs and marks of which nothing is to be seen."""

MAX_MARKS_PER_LETTER = 4
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
        if marks > MAX_MARKS_PER_LETTER:
            raise ValueError("a name does not pile marks on its letters")
    return plain


def is_visible(sign: str) -> bool:
    """Tell whether something is to be seen of a sign, or of what it is put on."""
    return unicodedata.category(sign)[0] in "LMNPS" and sign not in INVISIBLE


Name = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH), AfterValidator(check_name)
]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
"""What a client calls a command of its own: sent twice, it counts once."""
SeatNumber = Annotated[int, Field(ge=1, le=SEATS, json_schema_extra={"format": "seat"})]
"""A seat as JSON: the format names what the number counts, and the page's types follow it."""
SeatField = Annotated[Seat, Field(ge=1, le=SEATS, json_schema_extra={"format": "seat"})]
DeviceField = Annotated[DeviceNumber, Field(ge=1, json_schema_extra={"format": "device-number"})]
SEAT_KEYS: JsonDict = {"propertyNames": {"format": "seat"}}
EventNumber = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
CellName = Annotated[
    str, StringConstraints(pattern=f"^[{LETTERS}](?:[1-9]|10|{REACH})$", max_length=3)
]
ModeName = Annotated[
    str, StringConstraints(pattern=_one_of(list(MODES))), in_form(options=list(MODES))
]
EditionName = Annotated[
    str, StringConstraints(pattern=_one_of(list(EDITIONS))), in_form(options=list(EDITIONS))
]
BotName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
RoundsToWin = Annotated[int, Field(ge=ROUNDS_TO_WIN[0], le=ROUNDS_TO_WIN[-1])]
