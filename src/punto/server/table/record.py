"""The record of a finished match at a table."""

from datetime import UTC, datetime

from punto.notation.record import Record
from punto.notation.tags import Tag
from punto.rules.match import Match
from punto.server.table.errors import refusal
from punto.server.table.played_on import whole_match
from punto.server.table.table import Seat, Table


def record_of(table: Table) -> Record:
    """Make the record, including the decks and the seed, which are public after the match.

    The record of a match that continues another one has the cards of both, and no decks: those of
    the other one do not follow from the seed. A tag says from which moment on they do.
    """
    if table.over is None or table.match is None:
        raise refusal("not-over")
    match, over, played_on = table.match, table.over, table.played_on
    before = 0
    if played_on is not None:
        match = whole_match(played_on, table.match)
        before = cards_in(match) - cards_in(table.match)
    names = [seat.title for seat in table.seats]
    who = [
        *([Tag("Daily", table.daily)] if table.daily else []),
        *(Tag("Bot", f"Seat{place} {seat.bot}") for place, seat in _bots(table)),
        *(
            Tag("Program", f"Seat{place} {seat.program}")
            for place, seat in enumerate(table.seats, 1)
            if seat.program
        ),
        *(
            Tag("Earlier", f"Seat{seat} {before + cards} {name}")
            for seat, cards, name in table.earlier
        ),
        *(Tag("Hints", f"Seat{place} {count}") for place, count in sorted(table.hints.items())),
    ]
    if played_on is not None:
        who.append(Tag("PlayedOn", f"{played_on['moment']} {over['seed']}"))
    date = datetime.fromtimestamp(table.started_at / 1000, UTC).date()
    deals = played_on is None
    tags = (*Record(match, names, date, deals=deals).tags, *who)
    if over["how"] != "won":
        loser = "" if over["seat"] is None else f" Seat{over['seat']}"
        tags = (*tags, Tag("Ended", f"{over['how']}{loser}"))
    return Record(match, names, date, deals=deals, tags=tags)


def cards_in(match: Match) -> int:
    """Count the cards that were placed in a match."""
    return sum(round_.ply for round_ in match.rounds)


def _bots(table: Table) -> list[tuple[int, Seat]]:
    """List the places and seats of the bots that have a name besides that of their level."""
    return [
        (place, seat)
        for place, seat in enumerate(table.seats, 1)
        if seat.kind == "bot" and seat.name not in ("", seat.bot)
    ]
