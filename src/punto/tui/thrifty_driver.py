"""Writes fewer bytes to the terminal, which matters on a slow line.

Rich begins every piece of text with all of its colours, and resets them after it. Most pieces have
the paper, and often the ink, of the piece before: so only what differs is written.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from textual.driver import Driver

STYLE = re.compile(r"\x1b\[([0-9;]*)m")
"""The sequence that changes the style of what is written next (SGR)."""

MOVES = re.compile(r"(?:\x1b\[[0-9;]*H|[\r\n])*")
"""What moves the cursor, in any style."""

VISIBLE_ON_BLANKS = frozenset("479")
"""Underlined, reversed, struck through: attributes that show on a blank, too."""


class Pen(NamedTuple):
    """The style in which a terminal writes, as codes; empty is the terminal's own."""

    attributes: frozenset[str] = frozenset()
    ink: str = ""
    paper: str = ""


PLAIN = Pen()


@lru_cache(maxsize=4096)
def changed(pen: Pen, codes: str) -> Pen:
    """Return the pen after a sequence with these codes."""
    rest = iter(codes.split(";"))
    for code in rest:
        number = int(code or 0)
        if number in (38, 48):
            colour = ";".join((code, *colour_parts(rest)))
            pen = pen._replace(ink=colour) if number == 38 else pen._replace(paper=colour)
        elif number == 0:
            pen = PLAIN
        elif number < 10:
            pen = pen._replace(attributes=pen.attributes | {code})
        elif number < 30:
            off = {"1", "2"} if number == 22 else {str(number - 20)}
            pen = pen._replace(attributes=pen.attributes - off)
        elif number in range(30, 38) or number in range(90, 98):
            pen = pen._replace(ink=code)
        elif number in range(40, 48) or number in range(100, 108):
            pen = pen._replace(paper=code)
        elif number == 39:
            pen = pen._replace(ink="")
        elif number == 49:
            pen = pen._replace(paper="")
    return pen


def colour_parts(rest: Iterator[str]) -> list[str]:
    """Take the parts of a colour: one of 256, or its red, green and blue."""
    kind = next(rest, "")
    return [kind, *(next(rest, "") for _ in range(3 if kind == "2" else 1))]


@lru_cache(maxsize=4096)
def codes_between(old: Pen, new: Pen) -> str:
    """Return the sequence that changes one pen into another; empty if they are the same."""
    if old == new:
        return ""
    if new == PLAIN:
        return "\x1b[0m"
    codes = []
    if old.attributes - new.attributes:
        codes, old = ["0"], PLAIN
    codes += sorted(new.attributes - old.attributes)
    if old.ink != new.ink:
        codes.append(new.ink or "39")
    if old.paper != new.paper:
        codes.append(new.paper or "49")
    return f"\x1b[{';'.join(codes)}m"


def thinned(data: str) -> str:
    """Return what looks the same in fewer bytes; the terminal's own style is before it and after.

    Nothing is said about the ink of blanks, nor about any style where only the cursor moves.
    """
    if STYLE.search(data) is None:
        return data
    pen = wanted = PLAIN
    written = []
    for number, part in enumerate(STYLE.split(data)):
        if number % 2:
            wanted = changed(wanted, part)
        elif MOVES.fullmatch(part):
            written.append(part)
        else:
            style = wanted
            if not part.strip(" ") and not VISIBLE_ON_BLANKS & (pen.attributes | wanted.attributes):
                style = pen._replace(paper=wanted.paper)
            written += [codes_between(pen, style), part]
            pen = style
    return "".join((*written, codes_between(pen, wanted)))


class ThriftyWriting(Driver):
    """The part of a driver that writes; mixed into the driver of the system."""

    def write(self, data: str) -> None:
        """Write to the terminal."""
        super().write(thinned(data))  # type: ignore[safe-super]


def thrifty(driver: type[Driver]) -> type[Driver]:
    """Return a driver that writes fewer bytes."""
    return type(f"Thrifty{driver.__name__}", (ThriftyWriting, driver), {})
