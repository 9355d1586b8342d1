"""`punto hint`: an idea first, then the cell and why."""

import argparse
import sys
from collections.abc import Sequence
from shlex import quote
from typing import Any

from punto.cli._arguments import Commands, add_json, add_seed
from punto.cli._language import decimal, say
from punto.cli._output import print_json, round_chances, run_with_progress
from punto.cli._reasons import describe_idea, describe_reason, idea_of, reason_facts
from punto.cli._subject import Subject, add_subject, find_subject
from punto.engine import Analysis, Budget, Reason, analyse, explain
from punto.lab.review import is_bad
from punto.notation.position import write_position
from punto.rules.kernel import COMPILED
from punto.rules.move import Move

SIMULATIONS = 5_000 if COMPILED else 300
"""About three seconds where nothing is compiled, and a moment elsewhere."""

MAX_REASONS = 3


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "hint",
        help="get an idea for a card, then the best cell",
        description="Give a hint for a moment of a recorded match, or for a position: first the "
        "idea, and after the Enter key the best cell and the reasons for it. Without --ply, take "
        "the last moment of the round with a card to place; without --round, the last one of the "
        "match.",
    )
    add_subject(parser)
    parser.add_argument("--cell", action="store_true", help="name the cell at once")
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Search, and print the idea, then the cell."""
    subject = find_subject(options)
    budget = Budget(simulations=SIMULATIONS)
    found = run_with_progress(lambda: analyse(subject.position, budget, seed=options.seed))
    reasons = explain(subject.position, found.best.cell)
    if options.json:
        print_json(facts_of(found, reasons))
        return 0
    mode = subject.position.mode
    names = subject.names or [say("side.seat", number=number) for number in mode.seats]
    print_moment(subject, names)
    print(describe_idea(good_reasons(found, reasons)))
    if options.cell or is_asked_for():
        print_cell(found, reasons, names)
    elif not sys.stdin.isatty():
        print(say("hint.more", command=f"{command_of(options)} --cell"))
    return 0


def print_moment(subject: Subject, names: Sequence[str]) -> None:
    """Print the table, and whose turn it is with which card."""
    from punto.cli._board import (  # noqa: PLC0415 JSON needs no colours
        print_position,
        print_turn,
    )
    from punto.cli._terminal import Terminal  # noqa: PLC0415

    position, terminal = subject.position, Terminal()
    assert position.seat is not None
    assert position.card is not None
    print_position(terminal, position, subject.names)
    print_turn(terminal, names[position.seat - 1], position.card)


def is_asked_for() -> bool:
    """Wait at a terminal for the Enter key; the end of the input is a no."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        input(f"{say('hint.enter')} ")
    except EOFError:
        print()
        return False
    return True


def command_of(options: argparse.Namespace) -> str:
    """Return the command that was given, as far as it names the moment."""
    moment = [("--round", options.round), ("--ply", options.ply), ("--position", options.position)]
    parts = ["punto hint", *([quote(options.file)] if options.file else [])]
    return " ".join(
        [*parts, *(f"{name} {quote(str(value))}" for name, value in moment if value is not None)]
    )


def print_cell(found: Analysis, reasons: Sequence[Reason], names: Sequence[str]) -> None:
    """Print the best cell, the chance that it leaves, and the most important reasons."""
    position, best = found.position, found.best
    mode, side = position.mode, position.mode.side_of(position.seat or 1).number
    chance, error = 100 * best.chances[side - 1], 100 * best.errors[side - 1]
    print(say("hint.cell", move=best_move(found), chance=decimal(chance), error=decimal(error)))
    for reason in reasons[:MAX_REASONS]:
        print(f"  {describe_reason(reason, mode, side, names)}")


def good_reasons(found: Analysis, reasons: Sequence[Reason]) -> list[Reason]:
    """List the reasons that speak for a cell."""
    side = found.position.mode.side_of(found.position.seat or 1).number
    return [reason for reason in reasons if not is_bad(reason, side)]


def best_move(found: Analysis) -> Move:
    """Return the placement on the best cell."""
    position, cell = found.position, found.best.cell
    assert position.card is not None
    return Move(position.card, position.table[cell] is not None, cell)


def facts_of(found: Analysis, reasons: Sequence[Reason]) -> dict[str, Any]:
    """Return the hint as JSON data."""
    position, best = found.position, found.best
    return {
        "position": write_position(position),
        "seat": position.seat,
        "card": str(position.card),
        "idea": idea_of(good_reasons(found, reasons)),
        "cell": str(best.cell),
        "move": str(best_move(found)),
        "chances": round_chances(best.chances),
        "errors": round_chances(best.errors),
        "reasons": [reason_facts(reason) for reason in reasons],
    }
