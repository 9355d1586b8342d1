"""`punto undelete`: restores tables that the server has deleted."""

import argparse

from punto.cli._arguments import Commands, add_json
from punto.cli._language import say
from punto.cli._output import print_json
from punto.cli._settings import add_database, load_settings


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "undelete",
        extra="server",
        help="restore tables that the server has deleted",
        description="Restore a table that was deleted because nobody had used it for a long time; "
        "without a code, list the tables that can be restored. The server may be running.",
    )
    parser.add_argument("table", metavar="CODE", nargs="?", help="the code of the table")
    add_json(parser)
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Restore a table, or list those that can be restored."""
    from punto.server.live.clock import wall_ms  # noqa: PLC0415 the other commands need no database
    from punto.server.store.recovery import list_deleted, undelete  # noqa: PLC0415
    from punto.server.table.codes import read_code  # noqa: PLC0415

    address = load_settings(options).config.database_address
    if options.table is not None:
        table = read_code(options.table)
        undelete(address, table, wall_ms())
        if options.json:
            print_json({"table": table})
        else:
            print(say("undelete.done", table=table))
        return 0
    found = list_deleted(address)
    if options.json:
        facts = [
            one._asdict() | {"touched": str(one.touched), "deleted": str(one.deleted)}
            for one in found
        ]
        print_json(facts)
    elif not found:
        print(say("undelete.none"))
    else:
        for one in found:
            print(
                say(
                    "undelete.line",
                    table=one.table,
                    touched=one.touched,
                    deleted=one.deleted,
                    events=one.events,
                )
            )
    return 0
