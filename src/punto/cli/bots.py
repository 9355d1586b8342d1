"""`punto bots`: lists the bots to play against."""

import argparse
from typing import TYPE_CHECKING

from punto.cli._arguments import Commands, add_json
from punto.cli._language import language, say
from punto.cli._output import print_json
from punto.words import has

if TYPE_CHECKING:
    from punto.bots import Bot


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "bots",
        help="list the bots to play against",
        description="List all bots, with a sentence about the character of each.",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List the built-in bots and those of other packages."""
    from punto.bots import all_bots  # noqa: PLC0415 most commands need none

    bots = all_bots().values()
    if options.json:
        print_json([{"name": bot.name, "character": bot.character} for bot in bots])
    else:
        width = max(len(bot.name) for bot in bots)
        for bot in bots:
            print(f"{bot.name:<{width}}  {character(bot)}")
    return 0


def character(bot: "Bot") -> str:
    """Return the description of a bot; only built-in bots are translated."""
    key = f"character.{bot.name}"
    return say(key) if has(key, language()) else bot.character
