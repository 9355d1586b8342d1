"""`punto restore`: replaces the server's database by a backup."""

import argparse
import os
from pathlib import Path

from punto.cli._arguments import Commands
from punto.cli._language import say
from punto.cli._output import run_in_background
from punto.cli._settings import add_database, load_settings


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "restore",
        extra="server",
        help="restore the server's database from a backup",
        description="Replace the server's database by a backup. The server must not be running. "
        "The previous database is kept beside it.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a file written by `punto backup`")
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Restore the backup, and print where the previous database is."""
    from punto.server.store.errors import StoreError  # noqa: PLC0415
    from punto.server.store.location import (  # noqa: PLC0415 the other commands
        database_file,
        make_folder,
        parse_address,
    )
    from punto.server.store.recovery import restore  # noqa: PLC0415 need no database
    from punto.server.store.server_lock import ServerLock  # noqa: PLC0415

    config = load_settings(options).config
    path = database_file(parse_address(config.database_address))
    if path is None:
        raise StoreError("not-a-file", "PostgreSQL has its own program for this: use pg_restore")
    options.file.stat()  # a file that is not there is no damaged database
    make_folder(path)
    owned = (path if path.exists() else path.parent).stat()
    with ServerLock(path).keep_out():
        kept = run_in_background(lambda: restore(options.file, path))
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # the server is somebody else
        os.chown(path, owned.st_uid, owned.st_gid)
    print(say("restore.done", database=path, file=options.file))
    if kept:
        print(say("restore.kept", file=kept))
    return 0
