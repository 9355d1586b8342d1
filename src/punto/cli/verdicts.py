"""A review of a match, in words and in data."""

from collections.abc import Sequence
from shlex import quote
from typing import Any

from punto.cli.language import say
from punto.cli.numbers import DECIMALS, rounded
from punto.cli.output import forgive_signs
from punto.cli.words import edition_name
from punto.engine.analysis import Outlook
from punto.lab.review import Judgement, Review
from punto.notation.record import Move, end_text
from punto.rules.cell import Cell


def print_review(review: Review, names: Sequence[str], top: int, file: str) -> None:
    """Name the turning points to a person, and what each player gave away in all."""
    forgive_signs()
    match = review.match
    numbered = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
    print(f"{say(f'mode.{match.mode.name}')}. {edition_name(match.edition)}.")
    print(f"{say('players')}: {numbered}.")
    print(
        say(
            "review.title",
            cards=say("count.cards", count=len(review.judgements)),
            rounds=say("count.rounds", count=match.number),
            simulations=review.simulations,
        ),
        end="\n\n",
    )
    points = review.turning_points(top)
    if not review.turning_points(1):
        print(say("review.nothing"))
    for number, judgement in enumerate(points, start=1):
        print(f"{number}. {in_words(judgement, names)}")
    print(f"\n{say('review.total')}")
    for seat, name in enumerate(names, start=1):
        laid = [one for one in review.judgements if one.moment.placement.seat == seat]
        wrong = sum(1 for judgement in laid if judgement.gave_away)
        total = round(100 * review.given_away(seat))
        told = say("review.by", points=total, wrong=wrong, count=len(laid))
        print(f"  {name}: {told}")
    if points:
        moment = points[0].moment
        where = f"{quote(file)} --round {moment.round} --ply {moment.ply}"
        print("\n" + say("review.closer", command=f"punto analyse {where}"))


def in_words(judgement: Judgement, names: Sequence[str]) -> str:
    """Tell a turning point in two sentences."""
    moment, side = judgement.moment, judgement.side - 1
    placement = moment.placement
    gave = say(
        "review.gave",
        where=say("replay.where", round=moment.round, count=moment.ply),
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
    return f"{gave}\n   {better}"


def move_to(judgement: Judgement, cell: Cell) -> Move:
    """Write the placement of the same card on another cell."""
    moment = judgement.moment
    return Move(moment.placement.card, moment.position.table[cell] is not None, cell)


def facts_of(review: Review, names: Sequence[str], top: int) -> dict[str, Any]:
    """Tell the review in data; chances and errors are in the order of the sides."""
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
                "placements": len(round_.placements),
                "winner": round_.end and round_.end.winner,
                "end": round_.end and end_text(round_.end),
            }
            for number, round_ in enumerate(match.rounds, start=1)
        ],
        "placements": [judgement_facts(judgement) for judgement in review.judgements],
        "turning_points": [judgement_facts(one) for one in review.turning_points(top)],
        "given_away": {seat: round(review.given_away(seat), DECIMALS) for seat in match.mode.seats},
    }


def judgement_facts(judgement: Judgement) -> dict[str, Any]:
    """Tell one placement in data."""
    moment, best = judgement.moment, judgement.analysis.best
    return {
        "round": moment.round,
        "ply": moment.ply,
        "seat": moment.placement.seat,
        "side": judgement.side,
        "move": str(moment.placement),
        "chances": rounded(best.chances),
        "errors": rounded(best.errors),
        "draw": round(best.draw, DECIMALS),
        "played": outlook_facts(judgement, moment.placement.cell, judgement.played),
        "best": outlook_facts(judgement, best.cell, judgement.best),
        "gave_away": round(judgement.gave_away, DECIMALS),
        "error": round(judgement.error, DECIMALS),
    }


def outlook_facts(judgement: Judgement, cell: Cell, outlook: Outlook) -> dict[str, Any]:
    """Tell in data what laying the card on a cell was worth to the side that moved."""
    return {
        "move": str(move_to(judgement, cell)),
        "chances": rounded(outlook.chances),
        "errors": rounded(outlook.errors),
    }
