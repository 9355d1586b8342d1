"""`punto show`: shows a moment of a recorded match."""

import argparse
from pathlib import Path
from typing import Any

from punto import svg
from punto.cli._arguments import Commands, add_json, whole_number
from punto.cli._language import say
from punto.cli._output import print_json
from punto.cli._records import load_record
from punto.cli._sentences import describe_end
from punto.notation.position import write_position
from punto.notation.record import Record, end_text
from punto.rules.match import Match


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "show",
        help="show a moment of a recorded match",
        description="Show the table after K placements of a round: without --ply after all of "
        "them, without --round in the last round.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("--round", metavar="N", type=whole_number(1), help="the round, from 1")
    parser.add_argument("--ply", metavar="K", type=whole_number(0), help="cards placed, from 0")
    parser.add_argument("--svg", metavar="OUT", type=Path, help="draw the table into this file")
    parser.add_argument(
        "--theme",
        choices=("light", "dark"),
        default="light",
        help="theme of the drawing (default: light)",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Find the moment, and print or draw it."""
    record = load_record(options.file)
    moment = record.match.at(options.round or record.match.round_number, options.ply)
    if options.svg:
        options.svg.write_text(drawing(moment, options.theme), encoding="utf-8")
    if options.json:
        print_json(facts(record, moment))
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
        table.stacks(), last=table.last, legal=moment.legal_cells, runs=runs, theme=theme
    )


def facts(record: Record, moment: Match) -> dict[str, Any]:
    """Return the moment as JSON data."""
    position, round_ = moment.position(), moment.stage.round
    return {
        "mode": moment.mode.name,
        "edition": moment.edition.name,
        "names": record.names,
        "round": moment.round_number,
        "ply": round_.ply,
        "wins": dict(enumerate(moment.score.wins, start=1)),
        "handicap": [list(map(str, cards)) for cards in moment.handicap_cards],
        "seat": moment.seat,
        "card": moment.card and str(moment.card),
        "legal": list(map(str, moment.legal_cells)),
        "table": {
            str(cell): list(map(str, cards)) for cell, cards in moment.table.stacks().items()
        },
        "moves": list(map(str, round_.placements)),
        "end": round_.end and end_text(round_.end),
        "position": write_position(position),
    }


def print_moment(record: Record, moment: Match) -> None:
    """Print the moment for a person."""
    from punto.cli._board import (  # noqa: PLC0415 JSON and drawings need no colours
        cells_of_runs,
        print_position,
        print_turn,
    )
    from punto.cli._terminal import Terminal  # noqa: PLC0415

    terminal = Terminal()
    round_ = moment.stage.round
    print_position(terminal, moment.position(), record.names, cells_of_runs(round_.end))
    if round_.end:
        end = describe_end(moment.mode, moment.edition, round_.end, record.names)
        terminal.print(end)
    elif moment.seat and moment.card:
        print_turn(terminal, record.names[moment.seat - 1], moment.card)
    terminal.print(write_position(moment.position()))
