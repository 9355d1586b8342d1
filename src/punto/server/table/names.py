"""Names at a table: no two players share one, neither people nor bots."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from punto.bots import bot_named
from punto.rules.errors import UnreadableError
from punto.server.table.table import Seat
from punto.server.wire.words import MAX_NAME_LENGTH


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a name that nobody has yet: the wanted one, or that one with a number."""
    used = {_spoken(name) for name in taken}
    if _spoken(wanted) not in used:
        return wanted
    for number in count(2):
        suffix = f" {number}"
        name = _shortened(wanted, MAX_NAME_LENGTH - len(suffix)) + suffix
        if _spoken(name) not in used:
            return name
    raise AssertionError("there are more numbers than seats")


def _shortened(name: str, length: int) -> str:
    """Cut a name, but leave no space and no invisible part of an emoji at its end."""
    name = name[:length]
    while name.endswith(" ") or unicodedata.category(name[-1]) == "Cf":
        name = name[:-1]
    return name


def _spoken(name: str) -> str:
    """Reduce a name to what a listener could tell apart."""
    return unicodedata.normalize("NFKC", name).casefold()


def bot_seat(bot: str, taken: Iterable[str]) -> Seat:
    """Make the seat of a bot: its first name that is free, so that people meet it again."""
    used = {_spoken(name) for name in taken}
    names = _names_of(bot)
    free = (name for name in names if _spoken(name) not in used)
    return Seat("bot", next(free, None) or free_name(names[0], taken), bot=bot)


def _names_of(bot: str) -> Sequence[str]:
    """List the names of a bot; one without any, or one that is not installed, has its own."""
    try:
        return bot_named(bot).names or (bot,)
    except UnreadableError:
        return (bot,)


def with_names(seats: Sequence[Seat]) -> list[Seat]:
    """Give every player a name of their own. People choose first; names that differ stay."""
    named = list(seats)
    taken: list[str] = []
    for place, seat in enumerate(seats):
        if seat.is_person:
            named[place] = replace(seat, name=free_name(seat.name, taken))
            taken.append(named[place].name)
    for has_name in (True, False):  # a bot keeps the name that it has
        for place, seat in enumerate(seats):
            if seat.kind == "bot" and bool(seat.name) == has_name:
                name = seat.name and free_name(seat.name, taken)
                named[place] = replace(seat, name=name) if name else bot_seat(seat.bot, taken)
                taken.append(named[place].name)
    return named


def names_beside(seats: Sequence[Seat], place: int) -> list[str]:
    """List the names at all other seats; places count from 1."""
    return [seat.name for at, seat in enumerate(seats, 1) if at != place and seat.name]
