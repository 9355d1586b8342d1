"""Whether a command takes the whole screen, or talks line by line."""

import argparse
import os
import sys
from importlib.util import find_spec

from punto.cli._language import say
from punto.rules.errors import PuntoError

DUMB_TERMINALS = ("", "dumb", "unknown")


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add the switch for the line mode."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="line by line, for screen readers (always so without a terminal for a full screen)",
    )


def wants_full_screen(options: argparse.Namespace) -> bool:
    """Whether there is a terminal for the full screen, and nobody asked for lines.

    Where only Textual is missing, say so in one sentence.
    """
    if options.plain or not is_terminal():
        return False
    if find_spec("textual") is None:
        print(say("screen.not_installed", command="pip install '.[terminal]'"))
        return False
    return True


def require_terminal(what: str, instead: str) -> None:
    """Refuse a command that only the full screen has, where there is no terminal for it."""
    if not is_terminal():
        sentence = f"{what} needs a terminal for a full screen: use {instead}"
        raise PuntoError("no-terminal", sentence, instead=instead)


def is_terminal() -> bool:
    """Whether standard input and both outputs are a terminal that can place its cursor."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    return sys.platform == "win32" or os.environ.get("TERM", "") not in DUMB_TERMINALS
