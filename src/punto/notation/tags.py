"""The tags at the head of a record: ``[Mode "2p"]``, one to a line, in a fixed order."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date as calendar_date
from typing import NamedTuple

from punto.notation.text_file import MAX_LINE_BYTES, LineReader, check_text
from punto.rules.editions import Edition, edition_named
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import ROUNDS_TO_WIN, Mode, mode_named
from punto.rules.handicap import read_handicap_text
from punto.rules.options import Options
from punto.rules.shuffle import read_seed

FORMAT = "punto 1"

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
TAG = re.compile(rf'\[({NAME.pattern}) "((?:[^"\\]|\\["\\])*)"\]\s*(?:;.*)?')
ESCAPED = re.compile(r"\\(.)")
REQUIRED = re.compile(r"Format|Mode|Edition|RoundsToWin|Seat\d+|Date|Result")
"""The tags that every record has, up to `Result`."""


class Tag(NamedTuple):
    """A tag's name and value; its `str` is the line in a record."""

    name: str
    value: str

    def __str__(self) -> str:
        value = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{self.name} "{value}"]'


def read_tag(line: str) -> Tag:
    """Read a tag; its value may hold a semicolon, and a comment may follow."""
    found = TAG.fullmatch(line)
    if found is None:
        raise UnreadableError("tag", expected='[Name "value"]', came=line)
    return Tag(found[1], ESCAPED.sub(r"\1", found[2]))


def check_tag(tag: Tag, what: str = "tag") -> Tag:
    """Refuse a tag that could not be read back."""
    if not NAME.fullmatch(tag.name):
        raise UnreadableError("tag", expected="a name of letters and digits", came=tag.name)
    check_text(what, tag.value)
    if len(str(tag).encode()) >= MAX_LINE_BYTES:
        raise UnreadableError(what, expected=f"less than {MAX_LINE_BYTES} bytes", came=tag.value)
    return tag


class FurtherTags:
    """The tags after `Result`: options, a handicap and a seed mean something; others are kept."""

    def __init__(self, mode: Mode, tags: Iterable[Tag] = ()) -> None:
        self.mode = mode
        self.tags: list[Tag] = []
        self.options = Options()
        self.seed: bytes | None = None
        for tag in tags:
            self.add(tag)

    def add(self, tag: Tag) -> None:
        """Add a tag; refuse a second one where there is one at most, and a wrong value."""
        if REQUIRED.fullmatch(tag.name):
            expected = f"no {tag.name} after the result"
            raise UnreadableError("tag", expected=expected, came=str(tag))
        if tag.name == "Option":
            self.options = self.options.with_named(tag.value)
        if tag.name == "Handicap":
            if any(earlier.name == "Handicap" for earlier in self.tags):
                raise UnreadableError("tag", expected="one handicap", came=Words("a second"))
            handicap = read_handicap_text(tag.value, self.mode, " ")
            self.options = replace(self.options, handicap=handicap)
        if tag.name == "Seed":
            if self.seed is not None:
                raise UnreadableError("tag", expected="one seed", came=Words("a second"))
            self.seed = read_seed(tag.value)
        self.tags.append(check_tag(tag))


@dataclass(slots=True)
class Head:
    """What all tags of a record say."""

    mode: Mode
    edition: Edition
    rounds_to_win: int
    names: list[str]
    date: str
    result: str
    result_line: int
    """The line number of `Result`, which is only checked once all rounds are read."""
    further: FurtherTags


def read_head(lines: LineReader) -> Head:
    """Read all tags, and stop at the first line that is not one."""
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
        names.append(check_text("name", required(lines, f"Seat{seat}")))
    lines.advance()
    date = read_date(required(lines, "Date"))
    lines.advance()
    result, result_line = required(lines, "Result"), lines.number
    lines.advance()
    further = FurtherTags(mode)
    while lines.text is not None and lines.text.startswith("["):
        further.add(read_tag(lines.text))
        lines.advance()
    return Head(mode, edition, rounds_to_win, names, date, result, result_line, further)


def required(lines: LineReader, name: str) -> str:
    """Read the value of the tag that must come next."""
    if lines.text is None or not lines.text.startswith("["):
        raise UnreadableError("tag", expected=f"[{name} …]", came=lines.describe())
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
        raise UnreadableError("rounds to win", expected="1 to 9", came=value)
    return int(value)


def read_date(text: str) -> str:
    """Check a date: year, month and day as in 2026-11-15."""
    try:
        if len(text) == 10 and calendar_date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise UnreadableError("date", expected="year-month-day as in 2026-11-15", came=text)
