"""A recorded match as a page shows it: how it began, and every card in turn."""

from collections.abc import Sequence
from typing import cast

from punto.notation.record import Record
from punto.rules.events import Event
from punto.rules.match import Match
from punto.rules.round import Placement
from punto.server.table.client_view import match_shape, step_shapes, turn_shape
from punto.server.wire.answers import Checked, Ended, Replay
from punto.server.wire.events import Placed

UNKNOWN_TIME = 0
"""Records do not say when a card was laid."""


def replay_of(record: Record) -> Replay:
    """Tell a recorded match card by card, in the shapes in which it was told when it was played."""
    match = record.match
    how, seat = _ending_of(record)
    start, placed = _list_placements(match)
    return {
        "names": list(record.names),
        "mode": match.mode.name,
        "edition": match.edition.name,
        "rounds_to_win": match.rounds_to_win,
        "open_cards": match.open_cards,
        "date": record.date,
        "result": record.result,
        "winner": match.winner,
        "how": how,
        "seat": seat,
        "checked": _list_proofs(record),
        "commitment": match.commitment,
        "seed": None if match.seed is None else match.seed.hex(),
        "start": match_shape(start, None),
        "placed": placed,
    }


def _list_proofs(record: Record) -> list[Checked]:
    """List what a reader of the record has proved."""
    seeded = record.match.seed is not None
    return ["moves", *["decks"] * record.deals, *["seed"] * seeded]  # type: ignore[list-item]


def _ending_of(record: Record) -> tuple[Ended, int | None]:
    """Find why there are no more cards, and who gave up, if somebody did."""
    if record.match.over:
        return "won", None
    said = next((tag.value for tag in record.tags if tag.name == "Ended"), "")
    how, _, who = said.partition(" Seat")
    if how not in ("resigned", "agreed", "abandoned"):
        return "unfinished", None
    seats = {str(seat): seat for seat in record.match.mode.seats}
    return cast("Ended", how), seats.get(who)


def _list_placements(match: Match) -> tuple[Match, list[Placed]]:
    """Go back through a match to its beginning, and tell each of its cards on the way."""
    at = match.copy()
    placed: list[Placed] = []
    for number, (placement, then) in reversed(
        list(enumerate(_group_by_placement(match.events), 1))
    ):
        event: Placed = {
            "number": number,
            "at": UNKNOWN_TIME,
            "kind": "placed",
            "seat": placement.seat,
            "card": str(placement.card),
            "cell": str(placement.cell),
            "on_top": placement.on_top,
            "then": step_shapes(then),
            "turn": turn_shape(at, None),
        }
        if any(step["kind"] == "round_ended" for step in event["then"]):
            event["match"] = match_shape(at, None)
        placed.append(event)
        at.undo()
    return at, placed[::-1]


def _group_by_placement(events: Sequence[Event]) -> list[tuple[Placement, list[Event]]]:
    """Put what came of each card together with it."""
    grouped: list[tuple[Placement, list[Event]]] = []
    for event in events:
        if isinstance(event, Placement):
            grouped.append((event, []))
        elif grouped:
            grouped[-1][1].append(event)
    return grouped
