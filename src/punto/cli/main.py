"""The program `punto`: reads the command line and starts what it asks for.

Exit codes: 0 all is well, 1 the answer is no (a record is wrong, a check failed), 2 the request
cannot be carried out (a wrong argument, a file that is not there), 130 interrupted.
"""

import argparse
import sys
from collections.abc import Sequence

from punto.cli import (
    analyse,
    arena,
    backup,
    bots,
    check,
    doctor,
    perft,
    play,
    restore,
    review,
    serve,
    show,
    undelete,
    verify,
)
from punto.cli.arguments import CommandParser
from punto.cli.language import ask_for, told, why_not
from punto.rules.errors import PuntoError

COMMANDS = (
    serve,
    play,
    bots,
    show,
    analyse,
    review,
    verify,
    arena,
    backup,
    restore,
    check,
    undelete,
    perft,
    doctor,
)
DEFAULT_COMMAND = ("serve", "--open")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    ask_for(words)
    options = build_parser().parse_args(words or DEFAULT_COMMAND)
    try:
        return int(options.run(options))
    except PuntoError as error:
        return complain(told(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has had enough; there is nobody left to complain to.
            sys.stdout = None
            return 1
        return complain(": ".join(filter(None, (error.filename, why_not(error)))))
    except KeyboardInterrupt:
        return 130


def complain(sentence: str) -> int:
    """Say on standard error why a request cannot be carried out."""
    print(f"punto: {sentence}", file=sys.stderr)
    return 2


def build_parser() -> argparse.ArgumentParser:
    """Describe all commands and their arguments."""
    parser = CommandParser(
        prog="punto",
        description="Punto, the dot-card game. Without a command: the game in your browser.",
        epilog="`punto COMMAND --help` tells more of each.",
    )
    parser.add_argument("--version", action=doctor.PrintVersion)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return parser
