"""Help during a match: who may have it, and that the match remembers it."""

from punto.server.table import allowance
from punto.server.table.change import Change
from punto.server.table.errors import refusal
from punto.server.table.moves import require_match, require_own_seat
from punto.server.table.table import Table


def take_hint(change: Change) -> None:
    """Record that a person takes a hint for the card in hand: once for each turn."""
    table, match = change.table, require_match(change.table)
    check_helped(table, change.device)
    if table.daily:
        raise refusal("hint-daily")
    assert match.seat is not None
    if require_own_seat(change, match.seat).bot:
        raise refusal("not-your-seat", seat=match.seat)
    if not table.repeats_in_turn.get((allowance.THE_TABLE, "hinted")):
        allowance.check(table, allowance.THE_TABLE, "hinted")
        change.apply_and_record("hinted", seat=match.seat)


def check_helped(table: Table, device: str) -> None:
    """Refuse help unless all people who play are on this device: nobody else is disadvantaged."""
    if table.people != {table.device_number(device)}:
        raise refusal("match-of-people")
