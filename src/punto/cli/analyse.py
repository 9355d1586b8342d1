"""`punto analyse`: how good is every cell for the card in hand?"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from punto import svg
from punto.cli._arguments import Commands, add_json, add_seed, read_seconds, whole_number
from punto.cli._language import decimal, language, say
from punto.cli._output import CHANCE_DECIMALS, print_json, round_chances, run_with_progress
from punto.cli._sentences import side_name
from punto.cli._subject import Subject, add_subject, find_subject
from punto.engine import Analysis, Budget, analyse
from punto.notation.position import write_position
from punto.rules.move import Move
from punto.rules.round import Placement
from punto.words import format_value

DEFAULT_SIMULATIONS = 20_000


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "analyse",
        help="rate every legal cell of a position",
        description="Analyse a moment of a recorded match, or a position: for every legal cell, "
        "print each side's chance of winning the round. Without --ply, take the last moment of "
        "the round with a card to place; without --round, the last one of the match.",
    )
    add_subject(parser)
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--simulations",
        metavar="N",
        type=whole_number(1, digits=9),
        help=f"number of simulated rounds (default: {DEFAULT_SIMULATIONS:,})",
    )
    effort.add_argument(
        "--seconds", metavar="S", type=read_seconds, help="search for this long instead"
    )
    add_seed(parser)
    parser.add_argument("--svg", metavar="OUT", type=Path, help="draw a heat map into this file")
    parser.add_argument(
        "--theme",
        choices=("light", "dark"),
        default="light",
        help="theme of the drawing (default: light)",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Analyse, and print or draw the result."""
    subject = find_subject(options)
    if options.seconds:
        budget = Budget(milliseconds=1000 * options.seconds)
    else:
        budget = Budget(simulations=options.simulations or DEFAULT_SIMULATIONS)
    found = run_with_progress(
        lambda: analyse(subject.position, budget, seed=options.seed), options.seconds
    )
    if options.svg:
        options.svg.write_text(drawing(subject, found, options.theme), encoding="utf-8")
    if options.json:
        facts = {**facts_of(subject, found), "seed": options.seed}
        print_json(facts)
    else:
        print_analysis(found, subject.names, subject.played)
        if options.svg:
            print(say("show.drawn", file=options.svg))
    return 0


def drawing(subject: Subject, found: Analysis, theme: str) -> str:
    """Draw the table with the mover's chance on every cell, and a ring where the card went."""
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
        title=f"Punto: chance of winning the round with {position.card} on each cell",
    )


def facts_of(subject: Subject, found: Analysis) -> dict[str, Any]:
    """Return the analysis as JSON data; chances and errors are in the order of the sides."""
    position = found.position
    seat, card = position.seat, position.card
    assert seat is not None
    assert card is not None
    return {
        "mode": position.mode.name,
        "edition": position.edition.name,
        "names": subject.names,
        "round": position.round_number,
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
                "chances": round_chances(estimate.chances),
                "errors": round_chances(estimate.errors),
                "draw": round(estimate.draw, CHANCE_DECIMALS),
            }
            for estimate in found.estimates
        ],
        "continuation": [
            {"seat": placement.seat, "move": str(placement)} for placement in found.continuation
        ],
    }


COLUMN_WIDTH = 14
"""Room for a chance with its error."""


def print_analysis(
    found: Analysis, names: Sequence[str] | None, played: Placement | None = None
) -> None:
    """Print the position, whose turn it is, and all cells, best first."""
    from punto.cli._board import (  # noqa: PLC0415 JSON needs no colours
        print_position,
        print_turn,
    )
    from punto.cli._terminal import Terminal  # noqa: PLC0415

    terminal = Terminal()
    position = found.position
    seat, card = position.seat, position.card
    assert seat is not None
    assert card is not None
    called = names or [say("side.seat", number=number) for number in position.mode.seats]
    print_position(terminal, position, names)
    print_turn(terminal, called[seat - 1], card)
    terminal.print(say("analyse.title", simulations=found.simulations) + "\n")
    for line in table_lines(found, called, played):
        terminal.print(line)
    if found.continuation:
        moves = " ".join(map(str, found.continuation))
        terminal.print("\n" + say("analyse.likely", moves=moves))


def table_lines(found: Analysis, names: Sequence[str], played: Placement | None) -> Iterator[str]:
    """Yield the heading and a line for each cell."""
    position = found.position
    card = position.card
    assert card is not None
    sides = [side_name(position.mode, side.number, names) for side in position.mode.sides]
    heads = "".join(f"{shorten_name(side):>{COLUMN_WIDTH}}" for side in sides)
    draw, visits = say("analyse.draw"), say("analyse.visits")
    wide, wider = max(8, len(draw) + 2), max(12, len(visits) + 2)
    yield f"{'':7}{heads}{draw:>{wide}}{visits:>{wider}}"
    for estimate in found.estimates:
        move = Move(card, position.table[estimate.cell] is not None, estimate.cell)
        chances = "".join(
            f"{decimal(100 * chance)} ± {decimal(100 * error):<4}".rjust(COLUMN_WIDTH)
            for chance, error in zip(estimate.chances, estimate.errors, strict=True)
        )
        chance = decimal(100 * estimate.draw).rjust(wide)
        count = format_value(estimate.visits, language()).rjust(wider)
        mark = f"  <- {say('analyse.played')}" if played and played.cell == estimate.cell else ""
        yield f"{move!s:<7}{chances}{chance}{count}{mark}"


def shorten_name(name: str) -> str:
    """Cut a name to the width of a column."""
    return name if len(name) < COLUMN_WIDTH else f"{name[: COLUMN_WIDTH - 2]}…"
