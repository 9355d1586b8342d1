"""Events in the log: a public part, and a secret part that never leaves the server."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from punto.server.wire.encoding import encode

Body = Mapping[str, Any]

HIDDEN_SEPARATOR = "\n"
"""Separates the public from the secret part of a stored body. Compact JSON never contains it."""


class StoredEvent(NamedTuple):
    """A decoded event of a table."""

    kind: str
    public: Body
    secret: Body


def encode_event(event: StoredEvent) -> str:
    """Encode the body of an event for the log."""
    public = encode(event.public)
    return f"{public}{HIDDEN_SEPARATOR}{encode(event.secret)}" if event.secret else public


def decode_event(kind: str, body: str) -> StoredEvent:
    """Decode an event of the log."""
    public, _, secret = body.partition(HIDDEN_SEPARATOR)
    return StoredEvent(kind, json.loads(public), json.loads(secret) if secret else {})
