"""What the commands share of the command line."""

import argparse
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from punto.cli.language import FLAG, say, tongue
from punto.cli.refusals import refusal
from punto.rules.facts import (
    DEFAULT_EDITION,
    DEFAULT_ROUNDS_TO_WIN,
    EDITIONS,
    MODES,
    ROUNDS_TO_WIN,
)
from punto.words import LANGUAGES

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction["CommandParser"]
else:
    Commands = object

DEFAULT_BOT = "medium"
"""Whom people play against if they do not say."""


class CommandParser(argparse.ArgumentParser):
    """Reads the arguments of a command; `fill` adds those that take long to find out."""

    def __init__(
        self, *args: Any, fill: Callable[[argparse.ArgumentParser], None] | None = None, **rest: Any
    ) -> None:
        super().__init__(*args, **rest)
        self.fill = fill
        self.add_argument(
            FLAG,
            type=tongue,
            metavar="CODE",
            default=argparse.SUPPRESS,
            help=f"what is said to you, in {', '.join(LANGUAGES)} (as LANG, if not said)",
        )

    def error(self, message: str) -> NoReturn:
        """Say in the reader's language what is wrong with the arguments, and leave."""
        self.exit(2, f"punto: {refusal(message)}\n{say('argument.help', command=self.prog)}\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Find out all arguments, and read them."""
        fill, self.fill = self.fill, None
        if fill:
            fill(self)
        return super().parse_known_args(args, namespace)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let facts be printed for programs."""
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """Let people say which kind of match it is to be."""
    parser.add_argument("--mode", choices=MODES, default="2p")
    parser.add_argument("--edition", choices=EDITIONS, default=DEFAULT_EDITION)
    parser.add_argument(
        "--rounds-to-win",
        type=int,
        choices=ROUNDS_TO_WIN,
        default=DEFAULT_ROUNDS_TO_WIN,
        metavar="N",
        help="how many rounds win a match, 1 to 9 (2 if not said)",
    )


def at_least(least: int, digits: int = 5) -> Callable[[str], int]:
    """Make a reader of whole numbers that are not smaller, and have no more digits."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else -1
        if number < least:
            raise argparse.ArgumentTypeError(say("argument.number", least=least, came=repr(text)))
        return number

    return read


def seconds(text: str) -> float:
    """Read how long something may take: 5, or 0.5."""
    number = float(text) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII) else 0
    if number <= 0:
        raise argparse.ArgumentTypeError(say("argument.seconds", came=repr(text)))
    return number
