"""The head of a record: its tags, in their order."""

import re
from dataclasses import dataclass

from punto.notation.lines import Lines
from punto.notation.record import FORMAT, OPEN_CARDS, read_date
from punto.notation.tags import Tag, read_tag
from punto.rules.errors import UnreadableError
from punto.rules.facts import ROUNDS_TO_WIN, Edition, Mode, edition_named, mode_named
from punto.rules.shuffle import read_seed


@dataclass(slots=True)
class Head:
    """What the tags say."""

    mode: Mode
    edition: Edition
    rounds_to_win: int
    names: list[str]
    date: str
    result: str
    result_line: int
    tags: list[Tag]
    """Those after the result, in the order in which they stand."""
    open_cards: bool = False
    seed: bytes | None = None


def read_head(lines: Lines) -> Head:
    """Read all tags, up to the first line that is none."""
    read_format(required(lines, "Format"))
    lines.advance()
    mode = mode_named(required(lines, "Mode"))
    lines.advance()
    edition = edition_named(required(lines, "Edition"))
    lines.advance()
    rounds_to_win = read_rounds_to_win(required(lines, "RoundsToWin"))
    names = []
    for seat in mode.seats:
        lines.advance()
        names.append(required(lines, f"Seat{seat}"))
    lines.advance()
    date = read_date(required(lines, "Date"))
    lines.advance()
    result, result_line = required(lines, "Result"), lines.number
    lines.advance()
    head = Head(mode, edition, rounds_to_win, names, date, result, result_line, [])
    while lines.text is not None and lines.text.startswith("["):
        add_tag(head, read_tag(lines.text))
        lines.advance()
    return head


def required(lines: Lines, name: str) -> str:
    """Read the value of the tag that must stand here."""
    if lines.text is None or not lines.text.startswith("["):
        raise UnreadableError("tag", expected=f"[{name} …]", came=lines.found())
    tag = read_tag(lines.text)
    if tag.name != name:
        raise UnreadableError("tag", expected=f"[{name} …]", came=lines.text)
    return tag.value


def read_format(value: str) -> None:
    """Refuse a format that this program does not know."""
    if value != FORMAT:
        raise UnreadableError("format", expected=FORMAT, came=value)


def read_rounds_to_win(value: str) -> int:
    """Read how many rounds win the match."""
    if value not in map(str, ROUNDS_TO_WIN):
        raise UnreadableError("rounds_to_win", expected="1 to 9", came=value)
    return int(value)


def add_tag(head: Head, tag: Tag) -> None:
    """Take a further tag in: one that is not known is kept, one that was there is refused."""
    known = ("Format", "Mode", "Edition", "RoundsToWin", "Date", "Result")
    if tag.name in known or re.fullmatch(r"Seat\d+", tag.name):
        raise UnreadableError("tag", expected=f"{tag.name} in its place, once", came=str(tag))
    if tag.name == "Option":
        if tag.value != OPEN_CARDS or head.open_cards:
            raise UnreadableError("option", expected=f"{OPEN_CARDS}, once", came=tag.value)
        head.open_cards = True
    if tag.name == "Seed":
        if head.seed is not None:
            raise UnreadableError("tag", expected="one seed", came="a second")
        head.seed = read_seed(tag.value)
    head.tags.append(tag)
