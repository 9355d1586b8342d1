"""Events as the log keeps them: a public part, and a secret part that never leaves the server."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from punto.server.wire.encoding import encode

Body = Mapping[str, Any]

HIDDEN_SEPARATOR = "\n"
"""Stands before the secret part of a stored body. JSON in one line never contains it."""


class StoredEvent(NamedTuple):
    """An event of a table, decoded."""

    kind: str
    public: Body
    secret: Body


def encode_event(event: StoredEvent) -> str:
    """Write the body of an event for the log."""
    public = encode(event.public)
    return f"{public}{HIDDEN_SEPARATOR}{encode(event.secret)}" if event.secret else public


def decode_event(kind: str, body: str) -> StoredEvent:
    """Read an event of the log."""
    public, _, secret = body.partition(HIDDEN_SEPARATOR)
    return StoredEvent(kind, json.loads(public), json.loads(secret) if secret else {})
