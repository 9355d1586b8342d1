"""Limits on repeatable events, per person, so that no table's log can grow without bound.

Events are of two classes. The rules of the game bound those of the match itself, so they are never
refused (`UNLIMITED_KINDS`). All others could be repeated forever, so each person has a limit for
each kind, per turn and per table (`LIMITS`). The counts are part of the table's state: they are
computed from the log, so they are the same on all nodes, after a restart, and for old logs.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from punto.server.table.errors import refusal
from punto.server.table.stored_event import StoredEvent

if TYPE_CHECKING:
    from punto.server.table.table import Table


Counts = Mapping[tuple[int, str], int]
"""How often each event happened, by device number and kind."""


class Limit(NamedTuple):
    """How often one person may cause an event of some kind."""

    per_turn: int
    """Between two cards. All the time before the match is one turn, and so is the time after it."""
    per_table: int


THE_TABLE = 0
"""Stands for the person in counts of events that nobody in particular caused."""

MAX_GUEST_SEAT_CHANGES = 20
"""How often a guest may sit down, stand up or change the name before the match."""

MAX_HOST_SEAT_CHANGES = 300
"""The same for the host, who manages all seats."""

MAX_GUEST_CHANGES = 1000
"""Changes by all guests together before the match, because new devices are easy to make."""

MAX_CARDS_LAID = 5000
"""Cards laid in one match, including those that were taken back. Then the match is ended.

The longest match without a draw has 33 rounds of 72 cards (four people, nine rounds to win), 2,376
cards. Each of 500 undos adds at most four cards, one for each seat: 2,000. The rest is for drawn
rounds, of which the rules allow any number: there is room for eight of the longest kind.
"""

LIMITS = {
    "seat_changed": Limit(MAX_HOST_SEAT_CHANGES, MAX_HOST_SEAT_CHANGES),
    "settings_changed": Limit(100, 100),
    "end_offered": Limit(3, 100),
    "end_declined": Limit(3, 100),
    "pause_offered": Limit(3, 30),
    "stood_in": Limit(3, 100),  # only replacing a stand-in is limited
    "returned": Limit(5, 200),
    "handover_offered": Limit(20, 100),
    "clock_set": Limit(10, 3000),
    "undone": Limit(500, 500),
    "hinted": Limit(1, 500),
}

UNLIMITED_KINDS = {
    "opened": "once",
    "started": "once",
    "placed": "MAX_CARDS_LAID",
    "resigned": "once for each seat: then a bot holds it",
    "paused": "once for each offer",
    "resumed": "once for each pause",
    "over": "once",
    "rematched": "once",
    "rematch_wanted": "once for each person, and again after each handover",
    "handed_over": "once for each offer",
}
"""Kinds without a limit, and what bounds each of them."""

MAX_PERSONS = 5
"""Four seats, and a host without one. A handover adds nobody: the counts move with the seats."""

MAX_LOG_EVENTS = (
    MAX_CARDS_LAID
    + MAX_GUEST_CHANGES
    + LIMITS["clock_set"].per_table
    + LIMITS["undone"].per_table
    + LIMITS["hinted"].per_table
    + MAX_HOST_SEAT_CHANGES
    + LIMITS["settings_changed"].per_table
    + MAX_PERSONS * (LIMITS["end_offered"].per_table + LIMITS["end_declined"].per_table)
    # The last of the offers pauses the match, and somebody continues it.
    + MAX_PERSONS * 3 * LIMITS["pause_offered"].per_table
    + MAX_PERSONS * (2 * LIMITS["returned"].per_table + LIMITS["stood_in"].per_table)
    # Each return needs a stand-in before it. Each handover offer can be taken once, and then
    # be followed by another wish for a rematch.
    + MAX_PERSONS * 3 * LIMITS["handover_offered"].per_table
    + 20  # events that happen once
)
"""The longest possible log of a table that was opened with these limits."""


def count(table: "Table", event: StoredEvent) -> None:
    """Count an event that was applied to the table."""
    kind = event.kind
    if kind in ("started", "placed", "undone"):
        table.repeats_in_turn = {}
        table.cards_laid += kind == "placed"
    if kind in LIMITS:
        person = _person_of(table, event)
        table.repeats = _one_more(table.repeats, person, kind)
        table.repeats_in_turn = _one_more(table.repeats_in_turn, person, kind)
        if table.phase == "waiting" and person not in (table.host, THE_TABLE):
            table.guest_changes += 1


def _one_more(counts: Counts, person: int, kind: str) -> Counts:
    return {**counts, (person, kind): counts.get((person, kind), 0) + 1}


def _person_of(table: "Table", event: StoredEvent) -> int:
    """Find the number of the device that caused an event."""
    if event.kind in ("clock_set", "hinted"):
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
    """Raise the counts of the device that takes over seats to those of the device that had them.

    The old device keeps its counts: moving seats back and forth gives nobody a new allowance.
    """
    table.repeats = _carry_over(table.repeats, old, new)
    table.repeats_in_turn = _carry_over(table.repeats_in_turn, old, new)


def _carry_over(counts: Counts, old: int, new: int) -> Counts:
    olds = {kind: count for (person, kind), count in counts.items() if person == old}
    raised = {(new, kind): max(counts.get((new, kind), 0), n) for kind, n in olds.items()}
    return {**counts, **raised}


def is_allowed(table: "Table", person: int, kind: str) -> bool:
    """Return whether a person may cause one more event of a kind."""
    limit = _limit_of(table, person, kind)
    return (
        table.repeats.get((person, kind), 0) < limit.per_table
        and table.repeats_in_turn.get((person, kind), 0) < limit.per_turn
    )


def check(table: "Table", person: int, kind: str) -> None:
    """Refuse an event if the person, or all guests together, have reached the limit."""
    if not is_allowed(table, person, kind):
        limit = _limit_of(table, person, kind)
        raise refusal("too-often", limit=min(limit))
    is_guest = table.phase == "waiting" and person != table.host
    if is_guest and table.guest_changes >= MAX_GUEST_CHANGES:
        raise refusal("log-full", limit=MAX_GUEST_CHANGES)


def _limit_of(table: "Table", person: int, kind: str) -> Limit:
    """Find the limit of a person. Guests may change seats less often than the host."""
    if kind == "seat_changed" and person != table.host:
        return Limit(MAX_GUEST_SEAT_CHANGES, MAX_GUEST_SEAT_CHANGES)
    return LIMITS[kind]
