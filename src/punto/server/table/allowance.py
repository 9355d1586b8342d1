"""The allowance of each person: how often what can be repeated may be done at a table.

Events are of two classes. Those of the match itself end by the rules of the game and are never
refused for want of room (`NATURAL`). All others could be repeated without end, so each person has
a limit for each kind, per turn and per table (`LIMITS`). The counts are part of the table's state:
they follow from the log, so they are the same on all nodes, after a restart, and for old logs.
"""

from typing import TYPE_CHECKING, NamedTuple

from punto.server.table.errors import refusal
from punto.server.table.stored_event import StoredEvent

if TYPE_CHECKING:
    from punto.server.table.table import Table


class Limit(NamedTuple):
    """How often one person may do something."""

    in_turn: int
    """Between two cards; before and after the match there is only one turn."""
    in_all: int


THE_TABLE = 0
"""Counts as the person where nobody in particular does something."""

SEAT_CHANGES = 20
"""How often a guest may sit down, stand up or change the name before the match."""

HOST_SEAT_CHANGES = 300
"""The same for the host, who sees to all seats."""

GUESTS_IN_LOBBY = 1000
"""All that guests together may do before the match: a new device is made quickly."""

MOST_CARDS = 5000
"""Cards that are laid in one match, those that were taken back included; then it is ended.

The longest match without a draw has 33 rounds of 72 cards (four people, nine rounds to win), 2,376
cards. Every undo adds at most the cards of all four seats: 2,000. The rest is for drawn rounds, of
which the rules allow any number: eight of the longest kind in a row.
"""

LIMITS = {
    "seat_changed": Limit(HOST_SEAT_CHANGES, HOST_SEAT_CHANGES),
    "settings_changed": Limit(100, 100),
    "end_offered": Limit(3, 100),
    "end_declined": Limit(3, 100),
    "stood_in": Limit(3, 100),  # where a bot has the seat already: else it is always allowed
    "returned": Limit(5, 200),
    "handover_offered": Limit(20, 100),
    "clock_set": Limit(10, 3000),
    "undone": Limit(500, 500),
}

NATURAL = {
    "opened": "once",
    "started": "once",
    "placed": "MOST_CARDS",
    "resigned": "once for each seat: a bot has it from then on",
    "over": "once",
    "rematched": "once",
    "rematch_wanted": "once for each person, and again after each hand-over",
    "handed_over": "once for each offer",
}
"""Kinds without a limit, and what bounds them."""

PERSONS = 5
"""Four seats, and a host who has none; who takes seats over takes their counts along."""

LONGEST_LOG = (
    MOST_CARDS
    + GUESTS_IN_LOBBY
    + LIMITS["clock_set"].in_all
    + LIMITS["undone"].in_all
    + HOST_SEAT_CHANGES
    + LIMITS["settings_changed"].in_all
    + PERSONS * (LIMITS["end_offered"].in_all + LIMITS["end_declined"].in_all)
    + PERSONS * (2 * LIMITS["returned"].in_all + LIMITS["stood_in"].in_all)
    # A return has a stand-in before it; a hand-over is taken, and followed by another wish.
    + PERSONS * 3 * LIMITS["handover_offered"].in_all
    + 20  # what happens once
)
"""No log of a table that was opened with these limits is longer."""


def note(table: "Table", event: StoredEvent) -> None:
    """Count an event that has had its effect."""
    kind = event.kind
    if kind in ("started", "placed", "undone"):
        table.repeats_in_turn.clear()
        table.cards_laid += kind == "placed"
    if kind in LIMITS:
        person = person_of(table, event)
        for counts in (table.repeats, table.repeats_in_turn):
            counts[person, kind] = counts.get((person, kind), 0) + 1
        if table.phase == "waiting" and person not in (table.host, THE_TABLE):
            table.guest_changes += 1


def person_of(table: "Table", event: StoredEvent) -> int:
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


def hand_on(table: "Table", old: int, new: int) -> None:
    """Let a device that takes seats over have no more left than the one that had them.

    The old one keeps its counts: seats that go to and fro give nobody a new allowance.
    """
    for counts in (table.repeats, table.repeats_in_turn):
        for kind in LIMITS:
            if most := max(counts.get((new, kind), 0), counts.get((old, kind), 0)):
                counts[new, kind] = most


def is_allowed(table: "Table", person: int, kind: str) -> bool:
    """Tell whether a person may do something once more."""
    limit = limit_of(table, person, kind)
    return (
        table.repeats.get((person, kind), 0) < limit.in_all
        and table.repeats_in_turn.get((person, kind), 0) < limit.in_turn
    )


def check(table: "Table", person: int, kind: str) -> None:
    """Refuse what a person has done often enough."""
    if not is_allowed(table, person, kind):
        limit = limit_of(table, person, kind)
        raise refusal("too-often", limit=min(limit))
    is_guest = table.phase == "waiting" and person != table.host
    if is_guest and table.guest_changes >= GUESTS_IN_LOBBY:
        raise refusal("log-full", limit=GUESTS_IN_LOBBY)


def limit_of(table: "Table", person: int, kind: str) -> Limit:
    """Find how often a person may do something; guests change fewer seats than the host."""
    if kind == "seat_changed" and person != table.host:
        return Limit(SEAT_CHANGES, SEAT_CHANGES)
    return LIMITS[kind]
