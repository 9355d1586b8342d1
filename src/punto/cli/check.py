"""`punto check`: checks the integrity of the server's database."""

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict

from punto.cli._arguments import Commands, add_json
from punto.cli._language import say
from punto.cli._output import print_json, progress_bar, run_in_background
from punto.cli._settings import add_database, load_settings


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "check",
        extra="server",
        help="check the integrity of the server's database",
        description="Check every page and every reference of the database, and replay the log of "
        "every table. The server may be running; nothing is changed. Exit code 1 if something "
        "is wrong, 2 if there is no database.",
    )
    add_json(parser)
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the database, and print the problems."""
    from punto.server.maintenance.audit import audit  # noqa: PLC0415 the other commands need no database
    from punto.server.store.location import database_file, parse_address  # noqa: PLC0415

    address = load_settings(options).config.database_address
    name = database_file(parse_address(address)) or parse_address(address).render_as_string()
    with ExitStack() as shown:

        def begin(total: int) -> Callable[[], object]:
            return shown.enter_context(progress_bar(total))

        found = run_in_background(lambda: audit(address, begin))
    if options.json:
        facts = {"database": str(name), "well": not found.problems, **asdict(found)}
        print_json(facts)
        return 1 if found.problems else 0
    for problem in found.problems:
        print(say(f"check.{problem.code}", table=problem.table, why=problem.why))
    counts = {"tables": found.tables, "events": found.events}
    if found.problems:
        print(say("check.wrong", database=name, count=len(found.problems), **counts))
        return 1
    print(say("check.well", database=name, **counts))
    return 0
