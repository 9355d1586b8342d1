"""`punto review`: where a match turned, and what would have been better."""

import argparse
import json
import os
from pathlib import Path

from punto.cli.arguments import Commands, add_json, at_least
from punto.cli.extras import require
from punto.cli.files import load
from punto.cli.language import say
from punto.cli.progress import progress
from punto.cli.verdicts import facts_of, print_review
from punto.cli.words import side_name
from punto.lab.review import DEFAULT_SIMULATIONS, review
from punto.rules.errors import UnreadableError, Words

DEFAULT_TOP = 5


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "review",
        help="find where a match turned",
        description="Judge every placement of a recorded match by what was known then, and name "
        "those that gave away the most of a side's chance to win the round, with a better cell.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument(
        "--simulations",
        metavar="N",
        type=at_least(1, digits=9),
        default=DEFAULT_SIMULATIONS,
        help=f"for each placement, and for each cell compared ({DEFAULT_SIMULATIONS:,})",
    )
    parser.add_argument(
        "--seed", metavar="N", type=at_least(0, digits=9), default=1, help="of the search (1)"
    )
    parser.add_argument(
        "--jobs", metavar="N", type=at_least(1, digits=3), help="threads (as many as cores)"
    )
    parser.add_argument(
        "--top",
        metavar="N",
        type=at_least(0),
        default=DEFAULT_TOP,
        help=f"turning points at most ({DEFAULT_TOP})",
    )
    parser.add_argument("--svg", metavar="OUT", type=Path, help="draw the chances into this file")
    parser.add_argument("--png", metavar="OUT", type=Path, help="the same as PNG")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="of drawings")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Judge the match, and print or draw what was found."""
    drawings = {kind: path for kind in ("svg", "png") if (path := getattr(options, kind))}
    if drawings:
        require("matplotlib", "lab", "the curve")
    record = load(options.file)
    total = sum(len(round_.placements) for round_ in record.match.rounds)
    if not total:
        raise UnreadableError("moves", expected="at least one", came=Words("none"))
    with progress(total) as advance:
        found = review(
            record.match,
            options.simulations,
            seed=options.seed,
            jobs=options.jobs or os.cpu_count() or 1,
            advance=advance,
        )
    if options.json:
        facts = facts_of(found, record.names, options.top)
        print(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        print_review(found, record.names, options.top, options.file)
    if drawings:
        from punto.lab.curve import save  # noqa: PLC0415 only a drawing needs matplotlib

        mode = record.match.mode
        sides = [side_name(mode, side.number, record.names) for side in mode.sides]
        for kind, path in drawings.items():
            save(found, sides, path, kind, theme=options.theme, max_points=options.top)
            if not options.json:
                print(say("show.drawn", file=path))
    return 0
