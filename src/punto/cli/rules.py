"""`punto rules`: the rules of the game, in the words of the page."""

import argparse
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator

from punto.cli._arguments import Commands
from punto.cli._language import say
from punto.rules.editions import EDITIONS, Edition
from punto.rules.facts import MODES

MAX_WIDTH = 80
INDENT = "  "

PARTS = {
    "aim": (),
    "cards": (),
    "beside": ("rules.beside.first",),
    "over": (),
    "square": (),
    "line": (),
    "stalemate": ("rules.stalemate.count", "rules.stalemate.tie"),
    "next": ("rules.next.start",),
    "three": ("rules.three.next",),
    "teams": (),
    "editions": (),
}
"""The parts in their order, with the keys of the sentences that follow the first text."""

FIRST_STARTERS = {
    "english-2018": "youngest",
    "german-2018": "youngest",
    "nordic-2019": "freckles",
}
"""Who starts the first round at a real table. The program draws that seat, so no rule says it."""

POINTS: dict[str, Callable[[Edition], str]] = {
    "first": lambda edition: FIRST_STARTERS[edition.name],
    "starter": lambda edition: edition.starter,
    "tie": lambda edition: edition.tie,
    "redeal": lambda edition: edition.redeal,
}
"""The points on which the booklets disagree, and how to read an edition's answer."""


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "rules",
        help="explain the rules of the game",
        description="Print the rules of the game, in the language of the terminal or in the one "
        "given with --language. On a terminal they are shown page by page.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Print the rules, in a pager if they are longer than the terminal."""
    size = shutil.get_terminal_size()
    text = rules_text(min(MAX_WIDTH, size.columns))
    if sys.stdin.isatty() and sys.stdout.isatty() and text.count("\n") >= size.lines:
        import pydoc  # noqa: PLC0415 it is slow to import

        # The pager encodes by itself: give it only what the terminal has.
        encoding, errors = sys.stdout.encoding, sys.stdout.errors or "strict"
        pydoc.pager(text.encode(encoding, errors).decode(encoding))
    else:
        print(text, end="")
    return 0


def rules_text(width: int) -> str:
    """Return all rules as text, wrapped to a width in characters."""
    parts = [[underlined(say("rules.title"), "=", width), wrapped(say("rules.lead"), width)]]
    for name, more in PARTS.items():
        title, first = say(f"rules.{name}.title"), say(f"rules.{name}.text")
        texts = [wrapped(text, width) for text in (first, *map(say, more))]
        parts.append([underlined(title, "-", width), *texts])
        if name == "cards":
            parts.append([modes_text(width)])
    parts += [[point] for point in points(width)]
    parts.append([wrapped(say("rules.editions.always"), width)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def modes_text(width: int) -> str:
    """Return who plays with which colours, and what wins, one mode a line."""
    lines = (f"{say(f'mode.{name}')}: {say(f'mode.{name}.needs')}" for name in MODES)
    return "\n".join(wrapped(line, width, INDENT) for line in lines)


def points(width: int) -> Iterator[str]:
    """Yield each point on which the booklets disagree, and which edition says what."""
    for point, read in POINTS.items():
        lines = [wrapped(say(f"rules.editions.{point}"), width)]
        for reading in dict.fromkeys(map(read, EDITIONS.values())):
            names = [name for name, edition in EDITIONS.items() if read(edition) == reading]
            titles = ", ".join(say(f"rules.edition.{name}") for name in names)
            answer = say(f"rules.editions.{point}.{reading}")
            lines.append(wrapped(f"{titles}: {answer}", width, INDENT))
        yield "\n".join(lines)


def underlined(title: str, sign: str, width: int) -> str:
    """Return a heading."""
    return f"{wrapped(title, width)}\n{sign * min(len(title), width)}"


def wrapped(text: str, width: int, indent: str = "") -> str:
    """Wrap a text between words; every line begins with the indent, all but the first with two."""
    further = indent * 2
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=further)
