"""Prints text on a terminal: in as many colours as it has, and wrapped between words."""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TextIO

RESET = "\x1b[0m"
CUBE_LEVELS = (0, 95, 135, 175, 215, 255)
"""What red, green and blue can be in the 216 colours of a terminal with 256."""

CUBE_START = 16
FULL_COLOUR = ("truecolor", "24bit")


class ColourDepth(IntEnum):
    """How many colours a terminal has: none, 16, 256, or all of them."""

    NONE = 0
    BASIC = 1
    CUBE = 2
    FULL = 3


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks; `basic` has the ANSI codes where there are only 16 colours.

    Colours are (red, green, blue), each 0 to 255. `attributes` are ANSI codes for every depth.
    """

    attributes: str = ""
    ink: tuple[int, int, int] | None = None
    paper: tuple[int, int, int] | None = None
    basic: str = ""

    def codes(self, depth: ColourDepth) -> str:
        """Return the ANSI codes, separated by semicolons."""
        if depth is ColourDepth.BASIC:
            colours = [self.basic]
        else:
            parts = ((38, self.ink), (48, self.paper))
            colours = [colour_codes(kind, colour, depth) for kind, colour in parts if colour]
        return ";".join(filter(None, (self.attributes, *colours)))


def colour_codes(kind: int, colour: tuple[int, int, int], depth: ColourDepth) -> str:
    """Return the ANSI codes of a colour; `kind` is 38 for the ink and 48 for the paper."""
    if depth is ColourDepth.FULL:
        return ";".join(map(str, (kind, 2, *colour)))
    number = CUBE_START
    for factor, part in zip((36, 6, 1), colour, strict=True):
        nearest = min(range(len(CUBE_LEVELS)), key=lambda i: abs(CUBE_LEVELS[i] - part))
        number += factor * nearest
    return f"{kind};5;{number}"


PLAIN = Style()
DIM = Style(attributes="2")


class Text:
    """Text in pieces, each of which has one style."""

    def __init__(self, text: str = "", style: Style = PLAIN) -> None:
        self.pieces: list[tuple[str, Style]] = [(text, style)] if text else []

    def append(self, text: "str | Text", style: Style = PLAIN) -> None:
        """Add text at the end."""
        self.pieces.extend(text.pieces if isinstance(text, Text) else [(text, style)])

    def __add__(self, other: "Text") -> "Text":
        both = Text()
        both.pieces = self.pieces + other.pieces
        return both

    def __str__(self) -> str:
        return "".join(text for text, _ in self.pieces)

    def rendered(self, depth: ColourDepth) -> str:
        """Return the text with ANSI codes."""
        return "".join(
            render(text, style.codes(depth) if depth else "") for text, style in self.pieces
        )

    def wrapped(self, width: int) -> "Text":
        """Return the text with line breaks for spaces, so that lines fit where words do."""
        breaks = line_breaks(str(self), width)
        wrapped, start = Text(), 0
        for text, style in self.pieces:
            characters = ("\n" if start + i in breaks else c for i, c in enumerate(text))
            wrapped.append("".join(characters), style)
            start += len(text)
        return wrapped


def render(text: str, codes: str) -> str:
    """Put ANSI codes around each line of a text."""
    if not codes:
        return text
    return "\n".join(f"\x1b[{codes}m{line}{RESET}" if line else "" for line in text.split("\n"))


def line_breaks(text: str, width: int) -> set[int]:
    """Return which spaces of a text become line breaks, by index."""
    breaks = set()
    start, space = 0, None
    for index, character in enumerate(text):
        if character == "\n":
            start, space = index + 1, None
            continue
        if index - start >= width and space is not None and character != " ":
            breaks.add(space)
            start, space = space + 1, None
        if character == " " and index > start:
            space = index
    return breaks


class Terminal:
    """Standard output, as people read it."""

    def __init__(self) -> None:
        self.depth = colour_depth(sys.stdout, os.environ)
        self.is_terminal = sys.stdout.isatty()

    def print(self, text: str | Text = "", *, end: str = "\n", wrap: bool = False) -> None:
        """Print a text; `wrap` breaks its lines between words if this is a terminal."""
        styled = Text(text) if isinstance(text, str) else text
        if wrap and self.is_terminal:
            styled = styled.wrapped(shutil.get_terminal_size().columns)
        print(styled.rendered(self.depth), end=end)


def colour_depth(stream: TextIO, environment: Mapping[str, str]) -> ColourDepth:
    """Find out how many colours a stream has.

    NO_COLOR turns colours off, and else FORCE_COLOR turns them on, also in a file or a pipe.
    """
    kind = environment.get("TERM", "")
    forced = environment.get("FORCE_COLOR", "") not in ("", "0")
    if environment.get("NO_COLOR"):
        return ColourDepth.NONE
    if not forced and (not stream.isatty() or kind in ("dumb", "unknown")):
        return ColourDepth.NONE
    if environment.get("COLORTERM", "").lower() in FULL_COLOUR:
        return ColourDepth.FULL
    if sys.platform == "win32" and not kind:
        return ColourDepth.FULL if forced or switch_on_ansi_codes() else ColourDepth.NONE
    return ColourDepth.CUBE if "256color" in kind else ColourDepth.BASIC


def switch_on_ansi_codes() -> bool:
    """Let a console of Windows obey ANSI codes; return whether it does."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 only there

        standard_output, obey_ansi_codes = -11, 4
        mode = ctypes.c_ulong()
        console = ctypes.windll.kernel32.GetStdHandle(standard_output)
        if not ctypes.windll.kernel32.GetConsoleMode(console, ctypes.byref(mode)):
            return False
        return bool(ctypes.windll.kernel32.SetConsoleMode(console, mode.value | obey_ansi_codes))
    return True
