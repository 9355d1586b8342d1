"""`punto perft`: count placements, to compare the rules with another program's."""

import argparse
import json

from punto.cli.arguments import Commands, add_json, at_least
from punto.cli.files import load
from punto.rules.errors import UnreadableError
from punto.rules.many_rounds import perft


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "perft",
        help="count sequences of legal placements",
        description="Count the sequences of DEPTH further placements after the first PLY ones of "
        "a round, the decks lying as dealt. A sequence whose round ends earlier does not count.",
    )
    parser.add_argument("file", metavar="FILE", help="a record with decks or a seed, or -")
    parser.add_argument("round", metavar="ROUND", type=at_least(1), help="from 1")
    parser.add_argument("ply", metavar="PLY", type=at_least(0), help="placements already made")
    parser.add_argument("depth", metavar="DEPTH", type=at_least(0), help="placements to make")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count, and print the number."""
    match = load(options.file).match.at(options.round, options.ply)
    if any(None in deck for deck in match.round.decks):
        raise UnreadableError("record", expected="one with decks or a seed", came=options.file)
    count = perft(match.round, options.depth)
    facts = {name: getattr(options, name) for name in ("file", "round", "ply", "depth")}
    print(json.dumps({**facts, "count": count}) if options.json else count)
    return 0
