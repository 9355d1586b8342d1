"""What a server must do for a table without being asked."""

from typing import NamedTuple

from punto.server.store.append import Due
from punto.server.table.table import Table

PATIENCE = 2000
"""Milliseconds after which a bot moves at a new table, though nobody has come."""

LEASE = 2000
"""Milliseconds for which one node alone sees to what is due; then it is gone, or says it again."""

PARKED = 2**62
"""When something is due that waits until somebody comes: at no time that a node attends to."""


class Duty(NamedTuple):
    """A bot's turn, by the event that made it so, or the time when a person's turn ends."""

    kind: str
    number: int


def duty_of(table: Table) -> Duty | None:
    """Tell what must be done next."""
    seat = table.to_move
    if seat is None:
        return None
    if seat.bot:
        return Duty("bot", table.turn_number)
    return None if table.until is None else Duty("clock", table.until)


def due_of(table: Table, now: int, *, is_new: bool) -> Due | None:
    """Tell when it is due; who stores that a bot is to move lets it think at once."""
    duty = duty_of(table)
    if duty is None:
        return None
    if duty.kind == "clock":
        return Due(duty.number, "clock")
    if not is_new:
        return Due(now, "bot", LEASE)
    return Due(PARKED if is_for_bots_alone(table) else now + PATIENCE, "bot")


def is_for_bots_alone(table: Table) -> bool:
    """Tell whether no person plays, so that bots would go on and on by themselves."""
    return not any(seat.is_person and not seat.bot for seat in table.seats)
