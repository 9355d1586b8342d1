"""The basic types of messages, with their limits."""

import re
import unicodedata
from typing import Annotated, Any, Literal, NewType

from pydantic import AfterValidator, Field, StringConstraints
from pydantic.config import JsonDict, JsonValue

from punto.rules.cell import LETTERS, REACH
from punto.rules.editions import EDITIONS
from punto.rules.facts import MODES, ROUNDS_TO_WIN
from punto.rules.handicap import HANDICAPS

LARGEST_NUMBER = 2**53 - 1
"""The largest integer that every JSON parser reads exactly."""

MAX_NAME_LENGTH = 64
"""The upper bound of what the configuration can allow."""

SEATS = max(len(mode.seats) for mode in MODES.values())
SIDES = max(len(mode.sides) for mode in MODES.values())

Reaction = Literal["hello", "well_played", "oops", "wow", "thinking", "your_turn", "thanks", "bye"]
"""What people can say to each other. Children play this, so there is no free text."""

Seat = NewType("Seat", int)
"""A place at the table, from 1. Its holder may change."""

DeviceNumber = NewType("DeviceNumber", int)
"""The number of a device at its table, from 1, in the order in which devices sat down.

It is independent of the seat: a device may hold several seats, and a bot's seat has no device.
"""

Phase = Literal["waiting", "playing", "over"]
How = Literal["won", "resigned", "agreed", "abandoned"]
"""Why a match is over: a side won, a side resigned, all agreed to end it, or it was abandoned."""


def _one_of(words: "list[str]") -> str:
    """Make a pattern that matches any one of these words."""
    return f"^(?:{'|'.join(map(re.escape, words))})$"


def in_form(**how: JsonValue) -> Any:
    """Add to the schema how a form shows a value.

    `options` are all possible values, and `offered` the numbers to choose from. `words` is the
    prefix of the catalogue's keys if it is not the field's name. `part` is the part of the form:
    `players`, `rules`, or by default `company`. `guests` marks what matters only with guests.
    """
    return Field(json_schema_extra={f"x-{name}": value for name, value in how.items()})


INVISIBLE = set("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\U0001d159")
"""Characters in visible categories that show nothing."""

MAX_MARKS_PER_LETTER = 4
"""Combining marks on one letter. No script needs more, and more would cover other lines."""

JOINER = "\u200d"
EMOJI_STYLE = "\ufe0f"
FLAG_TAGS = re.compile("(?<=\U0001f3f4)[\U000e0061-\U000e007a]{2,6}\U000e007f")
"""The tags after a black flag that make it the flag of Scotland, for example."""


def check_name(name: str) -> str:
    """Normalise a name. Refuse everything but visible characters and single spaces."""
    plain = unicodedata.normalize("NFC", name)
    if plain != " ".join(plain.split(" ")) or plain.strip() != plain or "  " in plain:
        raise ValueError("a name has no spaces at its ends, and no two in a row")
    if not all(sign == " " or is_visible(sign) for sign in without_joiners(plain)):
        raise ValueError("a name is made of letters, digits, signs and spaces")
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in plain):
        raise ValueError("a name has at least one letter, digit or sign")
    marks = 0
    for sign in unicodedata.normalize("NFD", plain):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MAX_MARKS_PER_LETTER:
            raise ValueError("a name does not pile marks on its letters")
    return plain


def without_joiners(name: str) -> str:
    """Leave out the invisible characters that join the parts of an emoji, where they do join some.

    Alone or between letters they could hide what a name says, so they are refused there.
    """
    plain = FLAG_TAGS.sub("", name)
    around = zip(" " + plain, plain, plain[1:] + " ", strict=False)
    return "".join(
        sign
        for before, sign, after in around
        if sign != JOINER
        or not (is_emoji_part(before) and is_emoji_part(after))
        or after == EMOJI_STYLE
    )


def is_emoji_part(sign: str) -> bool:
    """Return whether a character can be beside a joiner: a symbol, or the mark of emoji style."""
    return sign == EMOJI_STYLE or unicodedata.category(sign)[0] == "S"


def is_visible(sign: str) -> bool:
    """Return whether a character, or the letter that it modifies, is visible."""
    return unicodedata.category(sign)[0] in "LMNPS" and sign not in INVISIBLE


Name = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH), AfterValidator(check_name)
]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
"""The id that a client gives a command. A retry with the same id counts once."""
SeatNumber = Annotated[int, Field(ge=1, le=SEATS, json_schema_extra={"format": "seat"})]
"""A seat in JSON. The format says what the number counts, for the types of the page."""
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
HandicapNumber = Annotated[int, Field(ge=HANDICAPS[0], le=HANDICAPS[-1])]
"""How many cards a side goes without."""
