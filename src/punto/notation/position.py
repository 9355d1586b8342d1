"""Positions in one line of text, as FEN does for chess; docs/position.md describes it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import TypeVar

from punto.rules.card import Card
from punto.rules.editions import edition_named
from punto.rules.ending import Score
from punto.rules.errors import UnreadableError
from punto.rules.facts import ROUNDS_TO_WIN, Mode, mode_named
from punto.rules.handicap import read_handicap_text
from punto.rules.options import CHANGES, DEFAULT_OPTIONS, Options
from punto.rules.position import Position
from punto.rules.table import Table
from punto.rules.validate_position import validate_position

FIELDS = 15
NOTHING = "-"
HANDICAP = "handicap="
Thing = TypeVar("Thing")


def write_position(position: Position) -> str:
    """Write a position as `read_position` reads it."""
    if not isinstance(position, Position):
        raise UnreadableError("position", expected="a Position", came=position)
    fields = (
        position.mode.name,
        position.edition.name,
        position.rounds_to_win,
        write_options(position.options) or NOTHING,
        position.round_number,
        ":".join(map(str, position.score.wins)),
        ":".join(map(write_cards, position.score.removed)),
        position.table.text or NOTHING,
        position.seat or NOTHING,
        ":".join(str(card or NOTHING) for card in position.face_up),
        ":".join(map(str, position.decks)),
        ":".join(map(write_cards, position.unseen)),
        ":".join(map(str, position.neutrals)),
        ":".join(map(write_cards, position.kept)),
        write_cards(position.unseen_neutrals),
    )
    return " ".join(map(str, fields))


def read_position(text: str) -> Position:
    """Read a position, and refuse one that cannot come about."""
    position = parse_position(text)
    validate_position(position)
    return position


def parse_position(text: str) -> Position:
    """Read the fields of a position without checking whether they fit together."""
    if not isinstance(text, str):
        raise UnreadableError("position", expected=f"text of {FIELDS} fields", came=text)
    fields = text.split()
    if len(fields) != FIELDS:
        raise UnreadableError("position", expected=f"{FIELDS} fields", came=text)
    mode = mode_named(fields[0])
    sides, seats = len(mode.sides), len(mode.seats)
    return Position(
        mode=mode,
        edition=edition_named(fields[1]),
        rounds_to_win=read_number("rounds to win", fields[2], ROUNDS_TO_WIN),
        options=read_options(fields[3], mode),
        round_number=read_number("round", fields[4], range(1, 10_000)),
        score=Score(
            wins=numbers("wins", fields[5], sides, range(10)),
            removed=each("removed", fields[6], sides, read_card_list),
        ),
        table=Table(fields[7] if fields[7] != NOTHING else ""),
        seat=None if fields[8] == NOTHING else read_number("seat", fields[8], mode.seats),
        face_up=each(
            "face-up", fields[9], seats, lambda part: None if part == NOTHING else Card(part)
        ),
        decks=numbers("decks", fields[10], seats, range(73)),
        unseen=each("unseen", fields[11], sides, read_in_order),
        neutrals=numbers("neutrals", fields[12], seats, range(73)),
        kept=each("kept", fields[13], seats, read_in_order),
        unseen_neutrals=read_in_order(fields[14]),
    )


def write_cards(cards: Sequence[Card]) -> str:
    """Write cards in order, naming each colour once: ``R1129B3``."""
    groups = groupby(cards, key=lambda card: card.colour)
    words = (f"{c.letter}{''.join(str(card.value) for card in group)}" for c, group in groups)
    return "".join(words) or NOTHING


def read_card_list(text: str) -> tuple[Card, ...]:
    """Read cards as `write_cards` writes them."""
    cards = []
    colour = ""
    for sign in "" if text == NOTHING else text:
        if sign.isalpha():
            colour = sign
        else:
            cards.append(Card(colour + sign))
    if not text or write_cards(cards) != text:
        raise UnreadableError("cards", expected="colours and values as in R1129B3", came=text)
    return tuple(cards)


def read_in_order(text: str) -> tuple[Card, ...]:
    """Read cards whose order nobody knows: they are always written sorted."""
    cards = read_card_list(text)
    if list(cards) != sorted(cards):
        raise UnreadableError("cards", expected=write_cards(sorted(cards)), came=text)
    return cards


def write_options(options: Options) -> str:
    """Name the options that differ from their default; a name has no space here."""
    names = [name.replace(" ", "-") for name in options.names()]
    if options.handicap:
        names.append(HANDICAP + ":".join(map(str, options.handicap)))
    return ",".join(names)


def read_options(text: str, mode: Mode) -> Options:
    """Read the options that differ from their default, flags by their names."""
    known = {name.replace(" ", "-"): name for name in CHANGES}
    parts = () if text == NOTHING else text.split(",")
    handicaps = [part for part in parts if part.startswith(HANDICAP)]
    names = [part for part in parts if not part.startswith(HANDICAP)]
    unknown = not all(name in known for name in names)
    if unknown or len(set(names)) < len(names) or len(handicaps) > 1:
        expected = f"{NOTHING} or {','.join((*known, HANDICAP + '…'))}"
        raise UnreadableError("options", expected=expected, came=text)
    options = reduce(Options.with_named, map(known.__getitem__, names), DEFAULT_OPTIONS)
    for part in handicaps:
        handicap = read_handicap_text(part.removeprefix(HANDICAP), mode, ":")
        options = replace(options, handicap=handicap)
    return options


def read_number(what: str, text: str, allowed: range) -> int:
    """Read a number within a range."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1
    if number not in allowed:
        expected = f"{allowed.start} to {allowed.stop - 1}"
        raise UnreadableError(what, expected=expected, came=text)
    return number


def numbers(what: str, text: str, count: int, allowed: range) -> tuple[int, ...]:
    """Read a field that has a number for each seat, or each side."""
    return each(what, text, count, lambda part: read_number(what, part, allowed))


def each(what: str, text: str, count: int, read: Callable[[str], Thing]) -> tuple[Thing, ...]:
    """Read a field that has a part for each seat, or each side."""
    parts = text.split(":")
    if len(parts) != count:
        raise UnreadableError(what, expected=f"{count} parts with : between", came=text)
    return tuple(map(read, parts))
