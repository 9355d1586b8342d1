"""What is asked of the log: to go on with a table's events, if nobody else did so before."""

import json
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from punto.server.store.errors import refusal

LARGEST = 2**63 - 1
"""The largest number that a database keeps."""


class Keep(Enum):
    """The answer of an append that does not touch what is due."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


class NewEvent(NamedTuple):
    """Something that happened at a table."""

    kind: str
    body: str
    """JSON text: encoded once, then stored and sent as it is."""

    @classmethod
    def of(cls, kind: str, value: object) -> "NewEvent":
        """Encode a value; one that JSON does not know is refused."""
        try:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        except (TypeError, ValueError, RecursionError) as error:
            raise refusal("unstorable") from error
        return cls(kind, text)


class Due(NamedTuple):
    """Something that a server must do for a table at a time, in milliseconds."""

    at: int
    kind: str
    lease: int = 0
    """Milliseconds, from the commit on, for which nobody else gets it: who stores it does it."""


class Append(NamedTuple):
    """Events for the end of a table's log, and what else changes with them."""

    table: str
    after: int
    """The number of the last event that the caller knows; 0 makes a new table."""
    at: int
    """When it happened, in milliseconds since 1970."""
    events: Sequence[NewEvent] = ()
    """None at all changes only the rest; a new table begins with at least one."""
    phase: str | None = None
    """The table's phase from now on, or None to leave it; a new table needs one."""
    due: Due | Keep | None = KEEP
    """What is due next: None if nothing is any more."""
    devices: Sequence[str] = ()
    """Devices that have this table among their recent ones from now on."""


class Appended(NamedTuple):
    """The numbers that the events got; they are on the disk."""

    numbers: range


def is_storable(*texts: str) -> bool:
    """Tell whether every database takes these texts: whole signs, and no zero byte."""
    try:
        return b"\0" not in "".join(texts).encode()
    except (UnicodeEncodeError, TypeError):
        return False


def refuse_unstorable(append: Append) -> None:
    """Find what would fail in the database while it still harms nobody else."""
    table, after, at, events, phase, due, devices = append
    due_at, due_kind, lease = due if isinstance(due, Due) else (0, "", 0)
    texts = [table, phase or "", due_kind, *devices]
    for event in events:
        texts += event
    begins = after > 0 or (events and phase)
    fits = 0 <= after < LARGEST and 0 <= at < LARGEST and 0 <= due_at < LARGEST - lease
    if not (begins and fits and table and is_storable(*texts)):
        raise refusal("unstorable")
