"""`punto backup`: copies the database, even while people play."""

import argparse
from pathlib import Path

from punto.cli._arguments import Commands
from punto.cli._language import say
from punto.cli._output import run_in_background
from punto.cli._settings import add_database, load_settings


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "backup",
        extra="server",
        help="copy the server's database",
        description="Copy the server's database into one file, as a consistent snapshot. The "
        "server may be running. The file contains secrets: keep it where only you can read it.",
    )
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="the copy; an existing file is replaced"
    )
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Copy the database, and print the size of the copy."""
    from punto.server.store.recovery import backup  # noqa: PLC0415 the other commands need no database

    config = load_settings(options).config
    run_in_background(lambda: backup(config.database_address, options.file))
    size = max(0.1, round(options.file.stat().st_size / 1e6, 1))
    print(say("backup.saved", file=options.file, size=size))
    return 0
