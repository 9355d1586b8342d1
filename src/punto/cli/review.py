"""`punto review`: where a match turned, and what would have been better."""

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from punto.cli._arguments import Commands, add_json, add_seed, require_package, whole_number
from punto.cli._language import say
from punto.cli._output import CHANCE_DECIMALS, print_json, progress_bar, round_chances
from punto.cli._reasons import describe_reason, reason_facts
from punto.cli._records import load_record
from punto.cli._sentences import edition_name, side_name
from punto.engine.analysis import Outlook
from punto.lab.review import DEFAULT_SIMULATIONS, Judgement, Review, compare, review
from punto.notation.record import end_text
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError, Words
from punto.rules.move import Move

DEFAULT_TOP = 5


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "review",
        help="find where a match turned",
        description="Judge every placement of a recorded match by what was known at the time, and "
        "list those that gave away most of a side's chance of winning the round, each with a "
        "better cell.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument(
        "--simulations",
        metavar="N",
        type=whole_number(1, digits=9),
        default=DEFAULT_SIMULATIONS,
        help=f"simulations per placement and per compared cell (default: {DEFAULT_SIMULATIONS:,})",
    )
    add_seed(parser)
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole_number(1, digits=3),
        help="number of threads (default: all cores)",
    )
    parser.add_argument(
        "--top",
        metavar="N",
        type=whole_number(0),
        default=DEFAULT_TOP,
        help=f"maximum number of turning points (default: {DEFAULT_TOP})",
    )
    parser.add_argument(
        "--svg", metavar="OUT", type=Path, help="draw the curve of chances into this file"
    )
    parser.add_argument("--png", metavar="OUT", type=Path, help="the same, as PNG")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="default: light"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Review the match, and print or draw the result."""
    drawings = {kind: path for kind in ("svg", "png") if (path := getattr(options, kind))}
    if drawings:
        require_package("matplotlib", "lab", "the curve")
    record = load_record(options.file)
    total = sum(round_.ply for round_ in record.match.rounds)
    if not total:
        raise UnreadableError("moves", expected="at least one", came=Words("none"))
    with progress_bar(total) as advance:
        found = review(
            record.match,
            options.simulations,
            seed=options.seed,
            jobs=options.jobs or os.cpu_count() or 1,
            advance=advance,
        )
    if options.json:
        facts = facts_of(found, record.names, options.top)
        print_json(facts)
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


def print_review(review: Review, names: Sequence[str], top: int, file: str) -> None:
    """Print the turning points, and what each player gave away in total."""
    match = review.match
    numbered = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
    print(f"{say(f'mode.{match.mode.name}')}. {edition_name(match.edition)}.")
    print(f"{say('players')}: {numbered}.")
    print(
        say(
            "review.title",
            cards=say("count.cards", count=len(review.judgements)),
            rounds=say("count.rounds", count=match.round_number),
            simulations=review.simulations,
        ),
        end="\n\n",
    )
    points = review.turning_points(top)
    if not review.turning_points(1):
        print(say("review.nothing"))
    for number, judgement in enumerate(points, start=1):
        print(f"{number}. {describe_turning_point(judgement, names)}")
    print(f"\n{say('review.total')}")
    for seat, name in enumerate(names, start=1):
        placed = [one for one in review.judgements if one.moment.placement.seat == seat]
        wrong = sum(1 for judgement in placed if judgement.gave_away)
        total = round(100 * review.given_away(seat))
        text = say("review.by", points=total, wrong=wrong, count=len(placed))
        accuracy = say("review.accuracy", accuracy=round(review.accuracy(seat)))
        print(f"  {name}: {text}; {accuracy}")
    if points:
        moment = points[0].moment
        where = f"{quote(file)} --round {moment.round_number} --ply {moment.ply}"
        print("\n" + say("review.closer", command=f"punto analyse {where}"))


def describe_turning_point(judgement: Judgement, names: Sequence[str]) -> str:
    """Describe a turning point in two sentences."""
    moment, side = judgement.moment, judgement.side - 1
    placement = moment.placement
    gave = say(
        "review.gave",
        where=say("replay.where", round=moment.round_number, count=moment.ply),
        name=names[placement.seat - 1],
        move=placement,
        points=round(100 * judgement.gave_away),
        error=round(100 * judgement.error),
    )
    better = say(
        "review.better",
        played=round(100 * judgement.played.chances[side]),
        move=move_to(judgement, judgement.analysis.best.cell),
        best=round(100 * judgement.best.chances[side]),
    )
    return "\n   ".join((gave, better, *describe_reasons(judgement, names)))


def describe_reasons(judgement: Judgement, names: Sequence[str]) -> Iterator[str]:
    """Describe what speaks most against the cell that was played, and for the better one."""
    found, mode = compare(judgement), judgement.moment.position.mode
    for move, reasons in (
        (judgement.moment.placement, found.against),
        (move_to(judgement, judgement.analysis.best.cell), found.instead),
    ):
        if reasons:
            yield f"{move}: {describe_reason(reasons[0], mode, judgement.side, names)}"


def move_to(judgement: Judgement, cell: Cell) -> Move:
    """Return the move that places the same card on another cell."""
    moment = judgement.moment
    return Move(moment.placement.card, moment.position.table[cell] is not None, cell)


def facts_of(review: Review, names: Sequence[str], top: int) -> dict[str, Any]:
    """Return the review as JSON data; chances and errors are in the order of the sides."""
    match = review.match
    return {
        "mode": match.mode.name,
        "edition": match.edition.name,
        "names": names,
        "simulations": review.simulations,
        "seed": review.seed,
        "rounds": [
            {
                "round": number,
                "placements": round_.ply,
                "winner": round_.end and round_.end.winner,
                "end": round_.end and end_text(round_.end),
            }
            for number, round_ in enumerate(match.rounds, start=1)
        ],
        "placements": [judgement_facts(judgement) for judgement in review.judgements],
        "turning_points": [
            judgement_facts(one) | comparison_facts(one) for one in review.turning_points(top)
        ],
        "given_away": {
            seat: round(review.given_away(seat), CHANCE_DECIMALS) for seat in match.mode.seats
        },
        "accuracy": {seat: round(review.accuracy(seat), 1) for seat in match.mode.seats},
    }


def judgement_facts(judgement: Judgement) -> dict[str, Any]:
    """Return a judgement as JSON data."""
    moment, best = judgement.moment, judgement.analysis.best
    return {
        "round": moment.round_number,
        "ply": moment.ply,
        "seat": moment.placement.seat,
        "side": judgement.side,
        "move": str(moment.placement),
        "chances": round_chances(best.chances),
        "errors": round_chances(best.errors),
        "draw": round(best.draw, CHANCE_DECIMALS),
        "played": outlook_facts(judgement, moment.placement.cell, judgement.played),
        "best": outlook_facts(judgement, best.cell, judgement.best),
        "gave_away": round(judgement.gave_away, CHANCE_DECIMALS),
        "error": round(judgement.error, CHANCE_DECIMALS),
    }


def comparison_facts(judgement: Judgement) -> dict[str, Any]:
    """Return as JSON data why the better cell is better."""
    found = compare(judgement)
    return {
        "against": [reason_facts(reason) for reason in found.against],
        "instead": [reason_facts(reason) for reason in found.instead],
    }


def outlook_facts(judgement: Judgement, cell: Cell, outlook: Outlook) -> dict[str, Any]:
    """Return the value of a placement as JSON data."""
    return {
        "move": str(move_to(judgement, cell)),
        "chances": round_chances(outlook.chances),
        "errors": round_chances(outlook.errors),
    }
