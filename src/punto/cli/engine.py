"""`punto engine`: speaks the engine protocol, so that other programs can ask for moves."""

import argparse
import os
import sys

from punto.cli._arguments import Commands, option_needs, whole_number


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "engine",
        help="let other programs ask for moves and analyses",
        description="Speak the engine protocol on standard input and output, in the manner of UCI; "
        "docs/protocol.md describes it. A program starts this command and sends lines; a person "
        "can try `ugi`, `position startpos moves O8@f6 B3`, `go simulations 1000`, `quit`.",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--json", action="store_true", help="analyse batches: one JSON request on each line"
    )
    what.add_argument(
        "--check",
        metavar="CMD",
        help="check whether another engine, started with this command, conforms to the protocol",
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, digits=3),
        metavar="N",
        help="with --json, how many analyses run at the same time (default: one per processor)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve one client until its input ends, or check another engine."""
    if options.threads and not options.json:
        raise option_needs("--threads", "--json")
    if options.check is not None:
        from punto.cli._engine_check import print_check  # noqa: PLC0415 only needed here

        return print_check(options.check)
    if options.json:
        from punto.protocol.json_engine import serve_json  # noqa: PLC0415 most commands

        threads = options.threads or os.cpu_count() or 1
        serve_json(sys.stdin.buffer, sys.stdout.buffer, threads)
    else:
        from punto.protocol.text_engine import serve_text  # noqa: PLC0415 need no search

        serve_text(sys.stdin.buffer, sys.stdout.buffer)
    return 0
