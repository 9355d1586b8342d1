"""A recorded match for the replay page: its start, and every card in order."""

from collections.abc import Sequence
from typing import cast

from punto.notation.record import Record
from punto.rules.events import Event
from punto.rules.match import Match
from punto.rules.round import Placement
from punto.server.table.client_view import match_shape, step_shapes, turn_shape
from punto.server.wire.answers import Checked, EarlierShape, Ended, Replay
from punto.server.wire.events import Placed

MAX_DIGITS = 6
"""Digits of a number of cards; a match has far fewer cards."""

UNKNOWN_TIME = 0
"""Stands in for the time of a card, which records do not contain."""


def replay_of(record: Record) -> Replay:
    """Describe a recorded match card by card, in the shapes of a live match."""
    match = record.match
    how, seat = _ending_of(record)
    start, placed = _list_placements(match)
    replay: Replay = {
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
    if any(bots := _list_named(record, "Bot")):
        replay["bots"] = bots
    if any(programs := _list_named(record, "Program")):
        replay["programs"] = programs
    if earlier := _list_earlier(record):
        replay["earlier"] = earlier
    if any(hints := _list_hints(record)):
        replay["hints"] = hints
    return replay


def _seat_and_rest(value: str, record: Record) -> tuple[int, str] | None:
    """Read a tag's value that begins with a seat: ``Seat2 medium``."""
    first, _, rest = value.partition(" ")
    place = {f"Seat{seat}": seat for seat in record.match.mode.seats}.get(first)
    return (place, rest) if place is not None and rest else None


def _list_named(record: Record, tag_name: str) -> list[str | None]:
    """List the bot or program at each seat, as far as tags of the record name it."""
    found = (_seat_and_rest(tag.value, record) for tag in record.tags if tag.name == tag_name)
    named = dict(filter(None, found))
    return [named.get(seat) for seat in record.match.mode.seats]


def _list_hints(record: Record) -> list[int]:
    """List how many hints each seat took, as far as the record says so."""
    hints: dict[int, int] = {}
    for tag in record.tags:
        read = _seat_and_rest(tag.value, record) if tag.name == "Hints" else None
        if read and read[1].isdecimal() and read[1].isascii():
            hints[read[0]] = int(read[1][:MAX_DIGITS])
    return [hints.get(seat, 0) for seat in record.match.mode.seats]


def _list_earlier(record: Record) -> list[EarlierShape]:
    """List the people who held seats before somebody else took them over."""
    earlier: list[EarlierShape] = []
    for tag in record.tags:
        read = _seat_and_rest(tag.value, record) if tag.name == "Earlier" else None
        cards, _, name = read[1].partition(" ") if read else ("", "", "")
        if read and name and cards.isdecimal() and cards.isascii():
            earlier.append({"seat": read[0], "cards": int(cards[:MAX_DIGITS]), "name": name})
    return earlier


def _list_proofs(record: Record) -> list[Checked]:
    """List what reading the record has proved."""
    seeded = record.match.seed is not None
    return ["moves", *["decks"] * record.deals, *["seed"] * seeded]  # type: ignore[list-item]


def _ending_of(record: Record) -> tuple[Ended, int | None]:
    """Return why the match ended, and the seat that resigned, if one did."""
    if record.match.over:
        return "won", None
    said = next((tag.value for tag in record.tags if tag.name == "Ended"), "")
    how, _, who = said.partition(" Seat")
    if how not in ("resigned", "agreed", "abandoned"):
        return "unfinished", None
    seats = {str(seat): seat for seat in record.match.mode.seats}
    return cast("Ended", how), seats.get(who)


def _list_placements(match: Match) -> tuple[Match, list[Placed]]:
    """Return the match before its first card, and an event for each card.

    It undoes the cards of a copy one by one, and describes the match before each undo.
    """
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
    """Group each placement with the events that followed from it."""
    grouped: list[tuple[Placement, list[Event]]] = []
    for event in events:
        if isinstance(event, Placement):
            grouped.append((event, []))
        elif grouped:
            grouped[-1][1].append(event)
    return grouped
