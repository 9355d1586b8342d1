"""What a server must do for a table without being asked."""

from typing import NamedTuple

from punto.server.store.model import Due
from punto.server.table.table import Table
from punto.server.wire.words import LONGEST_TURN_SECONDS

PATIENCE = 2000
"""Milliseconds after which a bot moves at a new table, though nobody has come."""

LEASE = 2000
"""Milliseconds for which one node alone sees to what is due; then it is gone, or says it again."""

PARKED_MS = 2**62
"""When something is due that waits until somebody comes: at no time that a node attends to."""

LONGEST_LEASE_MS = 5 * LEASE
LONGEST_AHEAD_MS = {"bot": 5 * PATIENCE, "clock": 1000 * LONGEST_TURN_SECONDS}
"""How far ahead what is due can be, by its kind. More than that was stored by a wrong clock."""


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
    return parked() if is_for_bots_alone(table) else Due(now + PATIENCE, "bot")


def is_for_bots_alone(table: Table) -> bool:
    """Tell whether no person plays, so that bots would go on and on by themselves."""
    return not any(seat.is_person and not seat.bot for seat in table.seats)


def parked() -> Due:
    """Have a bot wait until somebody comes; its kind tells it from a wrong clock's mistake."""
    return Due(PARKED_MS, "parked")
