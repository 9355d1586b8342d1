"""The program `punto`: reads the command line and runs a command.

Exit codes: 0 success, 1 the answer is no (a record is invalid, a check failed), 2 the command
cannot be carried out (a wrong argument, a missing file), 130 interrupted.
"""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn, TextIO

from punto._quiet_start import INTERRUPTED
from punto.cli._arguments import CommandParser
from punto.cli._language import LANGUAGE_FLAG, error_text, os_error_text, set_language
from punto.cli._plain_text import use_plain_text
from punto.cli._records import STANDARD_INPUT
from punto.cli._suggestions import suggest_for
from punto.notation.reader import RecordError
from punto.rules.errors import PuntoError

COMMANDS = (
    "serve",
    "play",
    "join",
    "daily",
    "rules",
    "bots",
    "show",
    "replay",
    "analyse",
    "hint",
    "review",
    "puzzles",
    "verify",
    "arena",
    "train",
    "study",
    "bot",
    "token",
    "backup",
    "restore",
    "check",
    "undelete",
    "engine",
    "perft",
    "completion",
    "doctor",
)
"""The commands, in the order of the help; each is a module of this package."""

DEFAULT_COMMAND = ("serve", "--open")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    set_language(words)
    use_plain_text()
    if arguments is None:
        warnings.showwarning = show_warning
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    words = words or [*DEFAULT_COMMAND]
    named = command_in(words)
    options = build_parser([named] if named else COMMANDS).parse_args(words)
    try:
        return int(options.run(options))
    except PuntoError as error:
        file = getattr(options, "file", None) if isinstance(error, RecordError) else None
        is_named = file not in (None, STANDARD_INPUT)
        text = f"{file}: {error_text(error)}" if is_named else error_text(error)
        suggestion = suggest_for(error)
        return print_error(f"{text}\n{suggestion}" if suggestion else text)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # The reader of our output is gone, so there is nobody left to report the error to.
            sys.stdout = None
            return 1
        return print_error(": ".join(filter(None, (error.filename, os_error_text(error)))))
    except KeyboardInterrupt:
        if arguments is None:
            exit_now(INTERRUPTED)
        return INTERRUPTED


def exit_now(code: int) -> NoReturn:
    """Exit without waiting for threads: the work that they do was given up."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning for people, such as one about a bot that cannot be loaded, as a sentence."""
    text = f"punto: {message}\n"
    if category is not UserWarning:
        text = warnings.formatwarning(message, category, filename, lineno, line)
    print(text, end="", file=file or sys.stderr)


def print_error(sentence: str) -> int:
    """Print on standard error why a command cannot be carried out; return the exit code."""
    print(f"punto: {sentence}", file=sys.stderr)
    return 2


def command_in(words: Sequence[str]) -> str | None:
    """Return the command that these words begin with; None if that takes a parser to find out."""
    rest = iter(words)
    for word in rest:
        if word == LANGUAGE_FLAG:
            next(rest, None)
        elif not word.startswith(f"{LANGUAGE_FLAG}="):
            return word if word in COMMANDS else None
    return None


def build_parser(names: Sequence[str] = COMMANDS) -> CommandParser:
    """Build the parser with these commands.

    One that is named on the command line is the only one to import: all of them take four times
    as long.
    """
    parser = CommandParser(
        prog="punto",
        description="Punto, the dot-card game. Without a command, it starts the game in your "
        "browser.",
        epilog="Run `punto COMMAND --help` for the options of a command.",
    )
    parser.add_argument("--version", action=PrintVersion)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in names:
        import_module(f"punto.cli.{name}").add_to(commands)
    return parser


class PrintVersion(argparse.Action):
    """Prints the version; looks it up only when asked for, because that is slow."""

    def __init__(self, option_strings: list[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version and exit."""
        from importlib import metadata  # noqa: PLC0415 see above

        print(f"punto {metadata.version('punto')}")
        parser.exit()
