"""`punto undelete`: tables that the server has deleted, brought back."""

import argparse
import json

from punto.cli.arguments import Commands, add_json
from punto.cli.language import say
from punto.cli.settings import add_database, load_settings


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "undelete",
        help="bring tables back that the server has deleted",
        description="Bring a table back that was deleted because nobody touched it for long; "
        "without a code, list those that can be brought back. The server may run meanwhile.",
    )
    parser.add_argument("table", metavar="CODE", nargs="?", help="the code of the table")
    add_json(parser)
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Bring a table back, or list what can be."""
    from punto.server.live.clock import wall_ms  # noqa: PLC0415 the other commands need no database
    from punto.server.store.recovery import list_deleted, undelete  # noqa: PLC0415
    from punto.server.table.codes import read_code  # noqa: PLC0415

    address = load_settings(options).config.database_address
    if options.table is not None:
        table = read_code(options.table)
        undelete(address, table, wall_ms())
        print(json.dumps({"table": table}) if options.json else say("undelete.done", table=table))
        return 0
    found = list_deleted(address)
    if options.json:
        facts = [
            one._asdict() | {"touched": str(one.touched), "deleted": str(one.deleted)}
            for one in found
        ]
        print(json.dumps(facts, indent=2))
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
