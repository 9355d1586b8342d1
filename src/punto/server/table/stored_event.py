"""Events as they are kept: what everybody may see, and what stays on the server."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from punto.server.wire.encoding import encode

Body = Mapping[str, Any]

HIDDEN = "\n"
"""Begins the secret part of a stored body: inside JSON a line never ends."""


class StoredEvent(NamedTuple):
    """Something that happened at a table."""

    kind: str
    public: Body
    secret: Body


def stored_text(event: StoredEvent) -> str:
    """Write the body of an event for the log."""
    public = encode(event.public)
    return f"{public}{HIDDEN}{encode(event.secret)}" if event.secret else public


def read_stored_event(kind: str, text: str) -> StoredEvent:
    """Read an event of the log."""
    public, _, secret = text.partition(HIDDEN)
    return StoredEvent(kind, json.loads(public), json.loads(secret) if secret else {})


def sent_text(number: int, at: int, kind: str, text: str) -> str:
    """Write an event of the log as clients get it: without its secret part."""
    public = text.partition(HIDDEN)[0]
    return f'{{"number":{number},"at":{at},"kind":"{kind}",{public[1:]}'
