"""The types of the store: what is appended to the log, and the rows that are read from it.

All times are in milliseconds since 1970.
"""

import json
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from punto.server.store.errors import refusal

MAX_NUMBER = 2**63 - 1
"""The largest integer that both databases can store."""


class Keep(Enum):
    """The type of `KEEP`."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP
"""As `Append.due`: leave what is due at the table unchanged."""


class NewEvent(NamedTuple):
    """An event to append to the log of a table."""

    kind: str
    body: str
    """JSON text: encoded once, then stored and sent as it is."""

    @classmethod
    def of(cls, kind: str, value: object) -> "NewEvent":
        """Encode a value; refuse one that JSON cannot represent."""
        try:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        except (TypeError, ValueError, RecursionError) as error:
            raise refusal("unstorable") from error
        return cls(kind, text)


class Due(NamedTuple):
    """Something that a server must do for a table at a certain time."""

    at: int
    kind: str
    lease: int = 0
    """Milliseconds after the commit for which no other node gets it: the node that stores it holds
    the lease."""


class DailyResult(NamedTuple):
    """A finished deal of the day: it is counted together with the events that finish it."""

    day: str
    is_won: bool


class Append(NamedTuple):
    """Events for the end of a table's log, and what changes together with them."""

    table: str
    after: int
    """The number of the last event that the caller knows; 0 creates a new table."""
    at: int
    """When it happened."""
    events: Sequence[NewEvent] = ()
    """May be empty to change only the rest; a new table begins with at least one event."""
    phase: str | None = None
    """The new phase of the table, or None to leave it; a new table needs one."""
    due: Due | Keep | None = KEEP
    """What is due next; None if nothing is due any more."""
    devices: Sequence[str] = ()
    """Devices that now have this table among their recent ones."""
    daily: DailyResult | None = None
    """The deal of the day that ends here; it counts once, as the events are stored once."""


class Appended(NamedTuple):
    """The numbers that the events got; they are on disk."""

    numbers: range


class EventRow(NamedTuple):
    """An event as it is stored in the log of a table."""

    number: int
    at: int
    kind: str
    body: str
    """JSON text, exactly as it was appended."""


class TableRow(NamedTuple):
    """What is known about a table without reading its log."""

    id: str
    created_at: int
    touched_at: int
    phase: str
    last: int
    """The number of its last event."""


class DayRow(NamedTuple):
    """How a deal of the day went, for all who have finished it."""

    day: str
    played: int
    won: int


class TokenRow(NamedTuple):
    """A token with which a program plays, without the token itself."""

    id: str
    name: str
    """The name of the program."""
    created_at: int
    revoked_at: int | None
    max_tables: int
    """At how many tables it may be at the same time, and in how many rooms."""
    rate: int
    """Its rate limit for requests and messages, in units of the budget per second."""


class DueRow(NamedTuple):
    """Something that is due at a table."""

    table: str
    at: int
    kind: str


def is_storable(*texts: str) -> bool:
    """Return whether both databases accept these texts: valid Unicode without null characters."""
    try:
        return b"\0" not in "".join(texts).encode()
    except (UnicodeEncodeError, TypeError):
        return False


def refuse_unstorable(append: Append) -> None:
    """Refuse an append that the database would reject, before it is in a batch with others."""
    table, after, at, events, phase, due, devices, daily = append
    due_at, due_kind, lease = due if isinstance(due, Due) else (0, "", 0)
    texts = [table, phase or "", due_kind, *devices, daily.day if daily else ""]
    for event in events:
        texts += event
    can_begin = after > 0 or (events and phase)
    fits = 0 <= after < MAX_NUMBER and 0 <= at < MAX_NUMBER and 0 <= due_at < MAX_NUMBER - lease
    if not (can_begin and fits and table and is_storable(*texts)):
        raise refusal("unstorable")
