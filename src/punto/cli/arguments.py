"""What the commands share of the command line."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Commands = object

DEFAULT_BOT = "medium"
"""Whom people play against if they do not say."""


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let facts be printed for programs."""
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")


def at_least(least: int) -> Callable[[str], int]:
    """Make a reader of whole numbers that are not smaller."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1
        if number < least:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least}, got {text!r}")
        return number

    return read
