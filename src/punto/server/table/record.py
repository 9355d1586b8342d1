"""The record of a finished match at a table."""

from datetime import UTC, datetime

from punto.notation.record import Record
from punto.notation.tags import Tag
from punto.server.table.errors import refusal
from punto.server.table.table import Table


def record_of(table: Table) -> Record:
    """Make the record, including the decks and the seed, which are public after the match."""
    if table.over is None or table.match is None:
        raise refusal("not-over")
    match, over = table.match, table.over
    names = [seat.title for seat in table.seats]
    date = datetime.fromtimestamp(table.started_at / 1000, UTC).date()
    tags = Record(match, names, date, deals=True).tags
    if over["how"] != "won":
        who = "" if over["seat"] is None else f" Seat{over['seat']}"
        tags = (*tags, Tag("Ended", f"{over['how']}{who}"))
    return Record(match, names, date, deals=True, tags=tags)
