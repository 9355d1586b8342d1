"""The program of the child processes that analyse: one moment, or one placement, at a time.

Started with `python -m punto.server.offload.analyst`. A request is a job in JSON. The reply has
what was found, in the shapes that clients get, and the processor time that it took. The jobs are
short, so that those of others and the bots come in between.
"""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from punto.engine import Analysis, Budget, Reason, analyse, explain
from punto.engine.analysis import Shares
from punto.lab.review import Judgement, Moment, compare, is_bad, judge, moments
from punto.notation.position import read_position, write_position
from punto.notation.reader import read_record
from punto.notation.record import Record
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError, TurnError, UnreadableError, Words
from punto.rules.round import Placement
from punto.server.offload.jobs import OK, Reply, refused, run_jobs

NICENESS = 10
"""Bots and everything else of the server come first."""

CHANCE_DECIMALS = 4

Job = Mapping[str, Any]
Found = dict[str, Any]


def reply_to(request: bytes) -> Reply:
    """Do a job; return what was found, or why it was refused."""
    job = json.loads(request)
    began = time.process_time()
    try:
        found = JOBS[job["do"]](job)
    except PuntoError as error:
        return refused(error)
    return OK, json.dumps({"found": found, "seconds": time.process_time() - began}).encode()


def list_moments(job: Job) -> Found:
    """List the moments of a recorded match that have a card to place, as everybody saw them.

    `end` is the position after the last card, even if the next card is unknown.
    """
    match = read_record(job["record"]).match
    found = [
        {
            "round": moment.round_number,
            "cards": moment.ply,
            "position": write_position(moment.position),
            "placement": [moment.placement.seat, str(moment.placement.cell)],
        }
        for moment in moments(match)
    ]
    end = write_position(match.position())
    if match.card is not None:
        place = {"round": match.round_number, "cards": match.stage.round.ply}
        found.append({**place, "position": end, "placement": None})
    return {"moments": found, "end": end, "seats": len(match.mode.seats)}


def cut_record(job: Job) -> Found:
    """Cut a record off at a moment with a card to place, without its decks."""
    record = read_record(job["record"])
    match = record.match.at(job["round"], job["cards"])
    if match.card is None:
        raise TurnError("no-card-to-place", "at that moment nobody has a card to place")
    cut = Record(match, record.names, record.date, deals=False)
    return {"position": write_position(match.position()), "record": str(cut)}


def check_position(job: Job) -> Found:
    """Read a position, and write it in the one way in which positions are written."""
    position = read_position(job["position"])
    if position.card is None:
        raise UnreadableError("position", expected="a card to place", came=Words("none"))
    return {"position": write_position(position)}


def estimate(job: Job) -> Found:
    """Estimate the chances for every legal cell."""
    position = read_position(job["position"])
    found = analyse(position, Budget(simulations=job["simulations"]), seed=job["seed"])
    return estimates_shape(found)


def explain_cells(job: Job) -> Found:
    """Say for every legal cell why it is good or bad."""
    position = read_position(job["position"])
    assert position.seat is not None
    side = position.mode.side_of(position.seat).number
    return {
        str(cell): [reason_shape(one, side) for one in explain(position, cell)]
        for cell in position.legal_cells
    }


def judge_placement(job: Job) -> Found:
    """Compare a placement with the best one."""
    position = read_position(job["position"])
    seat, cell = job["placement"]
    assert position.card is not None
    placement = Placement(seat, position.card, Cell(cell), position.table[Cell(cell)] is not None)
    moment = Moment(job["round"], job["cards"], position, placement)
    return judgement_shape(judge(moment, job["simulations"], job["seed"]))


JOBS: dict[str, Callable[[Job], Found]] = {
    "moments": list_moments,
    "cut": cut_record,
    "position": check_position,
    "estimate": estimate,
    "explain": explain_cells,
    "judge": judge_placement,
}


def estimates_shape(found: Analysis) -> Found:
    """Describe an analysis."""
    position = found.position
    assert position.seat is not None
    return {
        "seat": position.seat,
        "side": position.mode.side_of(position.seat).number,
        "card": str(position.card),
        "simulations": found.simulations,
        "cells": [
            {
                "cell": str(each.cell),
                "visits": each.visits,
                "chances": rounded(each.chances),
                "errors": rounded(each.errors),
            }
            for each in found.estimates
        ],
        "continuation": [
            {"seat": one.seat, "card": str(one.card), "cell": str(one.cell), "on_top": one.on_top}
            for one in found.continuation
        ],
    }


def judgement_shape(judgement: Judgement) -> Found:
    """Describe a judgement, with reasons where something was given away."""
    moment, best, side = judgement.moment, judgement.analysis.best, judgement.side
    played = moment.placement.cell
    shape = {
        "round": moment.round_number,
        "cards": moment.ply,
        "seat": moment.placement.seat,
        "side": side,
        "card": str(moment.placement.card),
        "cell": str(played),
        "chances": rounded(best.chances),
        "errors": rounded(best.errors),
        "best": str(best.cell),
        "best_chance": round(judgement.best.chances[side - 1], CHANCE_DECIMALS),
        "played_chance": round(judgement.played.chances[side - 1], CHANCE_DECIMALS),
        "gave_away": round(judgement.gave_away, CHANCE_DECIMALS),
        "error": round(judgement.error, CHANCE_DECIMALS),
        "at_stake": round(judgement.at_stake, CHANCE_DECIMALS),
    }
    if judgement.gave_away:
        found = compare(judgement)
        shape["against"] = [reason_shape(one, side) for one in found.against]
        shape["instead"] = [reason_shape(one, side) for one in found.instead]
    return shape


def reason_shape(reason: Reason, mover: int) -> Found:
    """Describe a reason; `mover` is the side that places the card."""
    return {
        "kind": str(reason.kind),
        "is_bad": is_bad(reason, mover),
        "side": reason.side,
        "colour": None if reason.colour is None else reason.colour.letter,
        "cells": spaced(reason.cells),
        "gaps": spaced(reason.gaps),
        "cards": spaced(reason.cards),
        "out_of": reason.out_of,
        "instead": spaced(reason.instead),
        "before": reason.before,
        "now": reason.now,
    }


def spaced(items: Iterable[object]) -> str:
    """Write cards or cells with spaces between them."""
    return " ".join(map(str, items))


def rounded(shares: Shares) -> list[float]:
    """Round chances to what they are good for."""
    return [round(share, CHANCE_DECIMALS) for share in shares]


if __name__ == "__main__":
    run_jobs(reply_to, niceness=NICENESS)
