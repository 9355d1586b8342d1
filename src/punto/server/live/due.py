"""What a server must do for a table without being asked."""

from punto.server.store.append import Due
from punto.server.table.table import Table

PATIENCE = 2000
"""Milliseconds after which it is clear that nobody lets a bot think whose turn it is."""


def due_of(table: Table, now: int) -> Due | None:
    """Tell what must be done next, and when."""
    seat = table.to_move
    if seat is None:
        return None
    if seat.bot:
        return Due(now + PATIENCE, "bot")
    return None if table.until is None else Due(table.until, "clock")
