"""`punto bots`: who there is to play against."""

import argparse
import json

from punto.cli.arguments import Commands, add_json


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "bots",
        help="list the bots to play against",
        description="List all bots, with a sentence about the character of each.",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List the built-in bots, and those that other packages bring."""
    from punto.bots import all_bots  # noqa: PLC0415 most commands need none

    bots = all_bots().values()
    if options.json:
        print(json.dumps([{"name": bot.name, "character": bot.character} for bot in bots]))
    else:
        for bot in bots:
            print(f"{bot.name:<10}{bot.character}")
    return 0
