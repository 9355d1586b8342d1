"""`punto backup`: a copy of all tables, taken while people play."""

import argparse
from pathlib import Path

from punto.cli.arguments import Commands
from punto.cli.language import say
from punto.cli.settings import add_database, load_settings


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "backup",
        help="copy the server's database",
        description="Copy the database of the server into one file, as it is at one moment. The "
        "server may run meanwhile. The file holds secrets: keep it where only you can read it.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; replaced if it is there")
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Copy the database, and say so."""
    from punto.server.store.recovery import backup  # noqa: PLC0415 the other commands need no database

    config = load_settings(options).config
    backup(config.database_address, options.file)
    size = max(0.1, round(options.file.stat().st_size / 1e6, 1))
    print(say("backup.saved", file=options.file, size=size))
    return 0
