"""`punto perft`: counts placement sequences, to compare the rules with another program."""

import argparse

from punto.cli._arguments import Commands, add_json, whole_number
from punto.cli._output import print_json
from punto.cli._records import load_record
from punto.rules.errors import UnreadableError
from punto.rules.many_rounds import perft


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "perft",
        help="count sequences of legal placements",
        description="Count the sequences of DEPTH further placements after the first PLY of a "
        "round, with the decks as dealt. Sequences in which the round ends earlier do not count.",
    )
    parser.add_argument("file", metavar="FILE", help="a record with decks or a seed, or -")
    parser.add_argument("round", metavar="ROUND", type=whole_number(1), help="the round, from 1")
    parser.add_argument("ply", metavar="PLY", type=whole_number(0), help="placements already made")
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0), help="placements to make")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count, and print the number."""
    match = load_record(options.file).match.at(options.round, options.ply)
    if any(None in deck for deck in match.round.decks):
        raise UnreadableError("record", expected="one with decks or a seed", came=options.file)
    count = perft(match.round, options.depth)
    facts = {name: getattr(options, name) for name in ("file", "round", "ply", "depth")}
    if options.json:
        print_json({**facts, "count": count})
    else:
        print(count)
    return 0
