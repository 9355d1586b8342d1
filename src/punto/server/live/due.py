"""What a server must do for a table by itself, and when: let a bot move, or end a turn."""

from typing import NamedTuple

from punto.server.store.model import Due
from punto.server.table.table import Table
from punto.server.wire.table_settings import LONGEST_TURN_SECONDS

NEW_TABLE_DELAY_MS = 2000
"""When a bot moves at a new table, even if nobody has come."""

LEASE_MS = 2000
"""How long one node alone takes care of what is due. It renews the lease, or another takes over."""

PARKED_MS = 2**62
"""The due time of a bot's turn that waits until somebody comes: later than any node looks."""

LONGEST_LEASE_MS = 5 * LEASE_MS
LONGEST_AHEAD_MS = {
    "bot": 5 * NEW_TABLE_DELAY_MS,
    "clock": 1000 * LONGEST_TURN_SECONDS,
    "room": 3600 * 1000,
    "tournament": 3600 * 1000,
}
"""How far in the future something can be due, by kind. Anything beyond was stored by a clock that
was wrong."""


class Duty(NamedTuple):
    """A bot's turn, by the number of the event that began it; or when a person's turn ends."""

    kind: str
    number: int


def duty_of(table: Table) -> Duty | None:
    """Find what must be done next."""
    seat = table.to_move
    if seat is None:
        return None
    if seat.bot:
        return Duty("bot", table.turn_number)
    return None if table.until is None else Duty("clock", table.until)


def due_of(table: Table, now: int, *, is_new: bool) -> Due | None:
    """Find when it is due. The node that stores a bot's turn lets the bot think at once."""
    duty = duty_of(table)
    if duty is None:
        return None
    if duty.kind == "clock":
        return Due(duty.number, "clock")
    if not is_new:
        return Due(now, "bot", LEASE_MS)
    return parked() if is_for_bots_alone(table) else Due(now + NEW_TABLE_DELAY_MS, "bot")


def is_for_bots_alone(table: Table) -> bool:
    """Whether no person plays: then bots would go on for ever by themselves.

    A match of a tournament is never theirs alone: the others wait for its end.
    """
    return table.tournament is None and not any(
        seat.is_person and not seat.bot for seat in table.seats
    )


def parked() -> Due:
    """Make a bot wait until somebody comes. The kind tells it from the mistake of a clock."""
    return Due(PARKED_MS, "parked")
