"""`punto show`: a moment of a recorded match."""

import argparse
import json
from pathlib import Path
from typing import Any

from punto import svg
from punto.cli.arguments import Commands, add_json, at_least
from punto.cli.files import load
from punto.cli.language import say
from punto.cli.moments import print_position, print_turn
from punto.cli.output import forgive_signs
from punto.cli.words import end_in_words
from punto.notation.position import write_position
from punto.notation.record import Record, end_text
from punto.rules.match import Match


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "show",
        help="show a moment of a recorded match",
        description="Show the table after PLY placements of a round: without --ply after all of "
        "them, without --round of the last round.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("--round", metavar="N", type=at_least(1), help="from 1")
    parser.add_argument("--ply", metavar="K", type=at_least(0), help="placements, from 0")
    parser.add_argument("--svg", metavar="OUT", type=Path, help="draw the table into this file")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="of the drawing"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the moment, and print or draw it."""
    record = load(options.file)
    moment = record.match.at(options.round or record.match.number, options.ply)
    if options.svg:
        options.svg.write_text(drawing(moment, options.theme), encoding="utf-8")
    if options.json:
        print(json.dumps(facts(record, moment), indent=2, ensure_ascii=False))
    elif options.svg:
        print(say("show.drawn", file=options.svg))
    else:
        print_moment(record, moment)
    return 0


def drawing(moment: Match, theme: str) -> str:
    """Draw the table with its last move, and the legal cells or the runs that ended the round."""
    table, end = moment.table, moment.stage.round.end
    runs = [run.cells for side in end.runs for run in side] if end else []
    return svg.table(
        table.stacks(), last=table.last, legal=moment.legal_cells(), runs=runs, theme=theme
    )


def facts(record: Record, moment: Match) -> dict[str, Any]:
    """Tell the moment in data."""
    position, round_ = moment.position(), moment.stage.round
    return {
        "mode": moment.mode.name,
        "edition": moment.edition.name,
        "names": record.names,
        "round": moment.number,
        "ply": len(round_.placements),
        "wins": moment.wins,
        "seat": moment.seat,
        "card": moment.card and str(moment.card),
        "legal": list(map(str, moment.legal_cells())),
        "table": {
            str(cell): list(map(str, cards)) for cell, cards in moment.table.stacks().items()
        },
        "moves": list(map(str, round_.placements)),
        "end": round_.end and end_text(round_.end),
        "position": write_position(position),
    }


def print_moment(record: Record, moment: Match) -> None:
    """Tell the moment to a person."""
    from rich.console import Console  # noqa: PLC0415 what is not printed needs no colours

    forgive_signs()
    console = Console(highlight=False, soft_wrap=True)
    round_ = moment.stage.round
    print_position(console, moment.position(), record.names)
    if round_.end:
        end = end_in_words(moment.mode, moment.edition, round_.end, record.names)
        console.print(end, markup=False)
    elif moment.seat and moment.card:
        print_turn(console, record.names[moment.seat - 1], moment.card)
    console.print(write_position(moment.position()), markup=False)
