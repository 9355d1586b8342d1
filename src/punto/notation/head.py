"""The head of a record: its tags, in their order."""

from dataclasses import dataclass

from punto.notation.lines import Lines
from punto.notation.plain import check_text
from punto.notation.record import FORMAT, read_date
from punto.notation.tags import FurtherTags, read_tag
from punto.rules.errors import UnreadableError
from punto.rules.facts import ROUNDS_TO_WIN, Edition, Mode, edition_named, mode_named


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
    further: FurtherTags


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
        names.append(check_text("name", required(lines, f"Seat{seat}")))
    lines.advance()
    date = read_date(required(lines, "Date"))
    lines.advance()
    result, result_line = required(lines, "Result"), lines.number
    lines.advance()
    further = FurtherTags()
    while lines.text is not None and lines.text.startswith("["):
        further.add(read_tag(lines.text))
        lines.advance()
    return Head(mode, edition, rounds_to_win, names, date, result, result_line, further)


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
        raise UnreadableError("rounds to win", expected="1 to 9", came=value)
    return int(value)
