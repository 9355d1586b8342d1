"""`punto restore`: the server's database as it was when a backup was taken."""

import argparse
import os
from pathlib import Path

from punto.cli.arguments import Commands
from punto.cli.language import say
from punto.cli.settings import add_database, load_settings


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "restore",
        help="bring a backup of the server's database back",
        description="Put a backup in the place of the server's database. The server must not run. "
        "What was there is kept beside it.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="what `punto backup` has written")
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Bring the backup back, and say where the former database is."""
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
        kept = restore(options.file, path)
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # the server is somebody else
        os.chown(path, owned.st_uid, owned.st_gid)
    print(say("restore.done", database=path, file=options.file))
    if kept:
        print(say("restore.kept", file=kept))
    return 0
