"""The record of a finished match at a table."""

from datetime import UTC, datetime

from punto.notation.record import Record
from punto.notation.tags import Tag
from punto.server.table.errors import refusal
from punto.server.table.table import Seat, Table


def record_of(table: Table) -> Record:
    """Make the record, including the decks and the seed, which are public after the match."""
    if table.over is None or table.match is None:
        raise refusal("not-over")
    match, over = table.match, table.over
    names = [seat.title for seat in table.seats]
    who = [
        *(Tag("Bot", f"Seat{place} {seat.bot}") for place, seat in _bots(table)),
        *(Tag("Earlier", f"Seat{seat} {cards} {name}") for seat, cards, name in table.earlier),
    ]
    date = datetime.fromtimestamp(table.started_at / 1000, UTC).date()
    tags = (*Record(match, names, date, deals=True).tags, *who)
    if over["how"] != "won":
        loser = "" if over["seat"] is None else f" Seat{over['seat']}"
        tags = (*tags, Tag("Ended", f"{over['how']}{loser}"))
    return Record(match, names, date, deals=True, tags=tags)


def _bots(table: Table) -> list[tuple[int, Seat]]:
    """List the places and seats of the bots that have a name besides that of their level."""
    return [
        (place, seat)
        for place, seat in enumerate(table.seats, 1)
        if seat.kind == "bot" and seat.name not in ("", seat.bot)
    ]
