"""What is read from the store."""

from typing import NamedTuple


class EventRow(NamedTuple):
    """An event in the log of a table."""

    number: int
    at: int
    """In milliseconds since 1970, like all times here."""
    kind: str
    body: str
    """JSON text, as it was given."""


class TableRow(NamedTuple):
    """What is known of a table without reading its log."""

    id: str
    created_at: int
    touched_at: int
    phase: str
    last: int
    """The number of its last event."""


class DueRow(NamedTuple):
    """Something that must be done for a table."""

    table: str
    at: int
    kind: str
