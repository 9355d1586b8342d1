"""`punto analyse`: how good is every cell for the card in hand?"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from punto import svg
from punto.cli.arguments import Commands, add_json, at_least, seconds
from punto.cli.files import load
from punto.cli.language import say
from punto.cli.moments import moment_to_play, next_placement
from punto.cli.numbers import DECIMALS, rounded
from punto.cli.progress import patiently
from punto.engine import Analysis, Budget, analyse
from punto.notation.position import read_position, write_position
from punto.notation.record import Move
from punto.rules.errors import UnreadableError, Words
from punto.rules.position import Position
from punto.rules.round import Placement

DEFAULT_SIMULATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Subject:
    """What is analysed, and what is known of it besides."""

    position: Position
    names: Sequence[str] | None = None
    played: Placement | None = None
    """What was laid then, if the record goes on."""


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "analyse",
        help="say how good every cell is",
        description="Search a moment of a recorded match, or a position: for every legal cell, "
        "the chance of each side to win the round. Without --ply the last moment of the round "
        "in which a card is to be placed, without --round the last of the match.",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="a record, or - for standard input")
    parser.add_argument("--round", metavar="N", type=at_least(1), help="from 1")
    parser.add_argument("--ply", metavar="K", type=at_least(0), help="placements before, from 0")
    parser.add_argument("--position", metavar="TEXT", help="a position in one line, not a FILE")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--simulations",
        metavar="N",
        type=at_least(1, digits=9),
        help=f"rounds to play out ({DEFAULT_SIMULATIONS:,} if nothing is said)",
    )
    effort.add_argument("--seconds", metavar="S", type=seconds, help="how long to search")
    parser.add_argument(
        "--seed", metavar="N", type=at_least(0, digits=9), default=1, help="of the search (1)"
    )
    parser.add_argument("--svg", metavar="OUT", type=Path, help="draw a heat map into this file")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="of the drawing"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Search, and print or draw what was found."""
    subject = find_subject(options)
    if options.seconds:
        budget = Budget(milliseconds=1000 * options.seconds)
    else:
        budget = Budget(simulations=options.simulations or DEFAULT_SIMULATIONS)
    found = patiently(lambda: analyse(subject.position, budget, seed=options.seed), options.seconds)
    if options.svg:
        options.svg.write_text(drawing(subject, found, options.theme), encoding="utf-8")
    if options.json:
        facts = {**facts_of(subject, found), "seed": options.seed}
        print(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        from punto.cli.estimates import print_analysis  # noqa: PLC0415 JSON needs no colours

        print_analysis(found, subject.names, subject.played)
        if options.svg:
            print(say("show.drawn", file=options.svg))
    return 0


def find_subject(options: argparse.Namespace) -> Subject:
    """Find the moment of a record, or read the position, that is to be analysed."""
    if (options.file is None) == (options.position is None):
        came = Words("neither" if options.file is None else "both")
        raise UnreadableError("subject", expected="FILE or --position", came=came)
    if options.position is not None:
        if options.round is not None or options.ply is not None:
            expected = "FILE with --round or --ply"
            raise UnreadableError("subject", expected=expected, came=Words("--position"))
        position = read_position(options.position)
        if position.card is None:
            raise UnreadableError("position", expected="a card to place", came=Words("none"))
        return Subject(position)
    record = load(options.file)
    moment = moment_to_play(record.match, options.round, options.ply)
    return Subject(moment.position(), record.names, next_placement(record.match, moment))


def drawing(subject: Subject, found: Analysis, theme: str) -> str:
    """Draw the table with the mover's chance on every cell, and a circle where the card went."""
    position = found.position
    side = position.mode.side_of(position.seat or 1).number
    heat = {estimate.cell: estimate.chances[side - 1] for estimate in found.estimates}
    return svg.table(
        position.table.stacks(),
        last=position.table.last,
        heat=heat,
        best=found.best.cell,
        arrows=[(played.cell, played.cell)] if (played := subject.played) else [],
        theme=theme,
        title=f"Punto: chance to win the round with {position.card} on each cell",
    )


def facts_of(subject: Subject, found: Analysis) -> dict[str, Any]:
    """Tell the analysis in data; chances and errors are in the order of the sides."""
    position = found.position
    seat, card = position.seat, position.card
    assert seat is not None
    assert card is not None
    return {
        "mode": position.mode.name,
        "edition": position.edition.name,
        "names": subject.names,
        "round": position.round,
        "ply": len(position.table),
        "seat": seat,
        "side": position.mode.side_of(seat).number,
        "card": str(card),
        "position": write_position(position),
        "simulations": found.simulations,
        "best": str(found.best.cell),
        "played": subject.played and str(subject.played.cell),
        "cells": [
            {
                "cell": str(estimate.cell),
                "move": str(Move(card, position.table[estimate.cell] is not None, estimate.cell)),
                "visits": estimate.visits,
                "chances": rounded(estimate.chances),
                "errors": rounded(estimate.errors),
                "draw": round(estimate.draw, DECIMALS),
            }
            for estimate in found.estimates
        ],
        "continuation": [
            {"seat": placement.seat, "move": str(placement)} for placement in found.continuation
        ],
    }
