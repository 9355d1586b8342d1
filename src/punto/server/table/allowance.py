"""Limits on repeatable events, per person, so that no table's log can grow without bound.

Events are of two classes. The rules of the game bound those of the match itself, so they are never
refused (`UNLIMITED_KINDS`). All others could be repeated forever, so each person has a limit for
each kind, per turn and per table (`LIMITS`). The counts are part of the table's state: they are
computed from the log, so they are the same on all nodes, after a restart, and for old logs.
"""

from typing import TYPE_CHECKING, NamedTuple

from punto.server.table.errors import refusal
from punto.server.table.stored_event import StoredEvent

if TYPE_CHECKING:
    from punto.server.table.table import Table


class Limit(NamedTuple):
    """How often one person may do something."""

    per_turn: int
    """Between two cards; before and after the match there is only one turn."""
    per_table: int


THE_TABLE = 0
"""Counts as the person where nobody in particular does something."""

MAX_GUEST_SEAT_CHANGES = 20
"""How often a guest may sit down, stand up or change the name before the match."""

MAX_HOST_SEAT_CHANGES = 300
"""The same for the host, who sees to all seats."""

MAX_GUEST_CHANGES = 1000
"""All that guests together may do before the match: a new device is made quickly."""

MAX_CARDS_LAID = 5000
"""Cards that are laid in one match, those that were taken back included; then it is ended.

The longest match without a draw has 33 rounds of 72 cards (four people, nine rounds to win), 2,376
cards. Every undo adds at most the cards of all four seats: 2,000. The rest is for drawn rounds, of
which the rules allow any number: eight of the longest kind in a row.
"""

LIMITS = {
    "seat_changed": Limit(MAX_HOST_SEAT_CHANGES, MAX_HOST_SEAT_CHANGES),
    "settings_changed": Limit(100, 100),
    "end_offered": Limit(3, 100),
    "end_declined": Limit(3, 100),
    "stood_in": Limit(3, 100),  # where a bot has the seat already: else it is always allowed
    "returned": Limit(5, 200),
    "handover_offered": Limit(20, 100),
    "clock_set": Limit(10, 3000),
    "undone": Limit(500, 500),
}

UNLIMITED_KINDS = {
    "opened": "once",
    "started": "once",
    "placed": "MAX_CARDS_LAID",
    "resigned": "once for each seat: a bot has it from then on",
    "over": "once",
    "rematched": "once",
    "rematch_wanted": "once for each person, and again after each hand-over",
    "handed_over": "once for each offer",
}
"""Kinds without a limit, and what bounds them."""

MAX_PERSONS = 5
"""Four seats, and a host who has none; who takes seats over takes their counts along."""

MAX_LOG_EVENTS = (
    MAX_CARDS_LAID
    + MAX_GUEST_CHANGES
    + LIMITS["clock_set"].per_table
    + LIMITS["undone"].per_table
    + MAX_HOST_SEAT_CHANGES
    + LIMITS["settings_changed"].per_table
    + MAX_PERSONS * (LIMITS["end_offered"].per_table + LIMITS["end_declined"].per_table)
    + MAX_PERSONS * (2 * LIMITS["returned"].per_table + LIMITS["stood_in"].per_table)
    # A return has a stand-in before it; a hand-over is taken, and followed by another wish.
    + MAX_PERSONS * 3 * LIMITS["handover_offered"].per_table
    + 20  # what happens once
)
"""No log of a table that was opened with these limits is longer."""


def count(table: "Table", event: StoredEvent) -> None:
    """Count an event that has had its effect."""
    kind = event.kind
    if kind in ("started", "placed", "undone"):
        table.repeats_in_turn.clear()
        table.cards_laid += kind == "placed"
    if kind in LIMITS:
        person = _person_of(table, event)
        for counts in (table.repeats, table.repeats_in_turn):
            counts[person, kind] = counts.get((person, kind), 0) + 1
        if table.phase == "waiting" and person not in (table.host, THE_TABLE):
            table.guest_changes += 1


def _person_of(table: "Table", event: StoredEvent) -> int:
    """Find the number of the device that did something."""
    if event.kind == "clock_set":
        return THE_TABLE
    if event.kind == "handover_offered":
        device: int = event.secret["device"]
        return device
    if event.kind == "returned":
        seat: int = event.public["seat"]
        return table.seats[seat - 1].device
    by: int = event.secret.get("by", THE_TABLE)
    return by


def carry_over(table: "Table", old: int, new: int) -> None:
    """Let a device that takes seats over have no more left than the one that had them.

    The old one keeps its counts: seats that go to and fro give nobody a new allowance.
    """
    for counts in (table.repeats, table.repeats_in_turn):
        for kind in LIMITS:
            if most := max(counts.get((new, kind), 0), counts.get((old, kind), 0)):
                counts[new, kind] = most


def is_allowed(table: "Table", person: int, kind: str) -> bool:
    """Tell whether a person may do something once more."""
    limit = _limit_of(table, person, kind)
    return (
        table.repeats.get((person, kind), 0) < limit.per_table
        and table.repeats_in_turn.get((person, kind), 0) < limit.per_turn
    )


def check(table: "Table", person: int, kind: str) -> None:
    """Refuse what a person has done often enough."""
    if not is_allowed(table, person, kind):
        limit = _limit_of(table, person, kind)
        raise refusal("too-often", limit=min(limit))
    is_guest = table.phase == "waiting" and person != table.host
    if is_guest and table.guest_changes >= MAX_GUEST_CHANGES:
        raise refusal("log-full", limit=MAX_GUEST_CHANGES)


def _limit_of(table: "Table", person: int, kind: str) -> Limit:
    """Find how often a person may do something; guests change fewer seats than the host."""
    if kind == "seat_changed" and person != table.host:
        return Limit(MAX_GUEST_SEAT_CHANGES, MAX_GUEST_SEAT_CHANGES)
    return LIMITS[kind]
