"""What nodes tell each other about tables, as text.

Every message has a version. One of another version is only a sign that there is news in the log;
one of a kind that is not known here, from a newer node, means nothing.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from punto.server.store.model import EventRow
from punto.server.wire.encoding import encode
from punto.server.wire.words import Reaction

VERSION = 1

NODES = "nodes"
"""The channel on which nodes show that they live; all others are named after tables."""

UNREADABLE: Mapping[str, Any] = {"kind": "unreadable"}


def events(entries: Sequence[EventRow]) -> str:
    """Tell what was stored, with its secrets: whoever hears this may read the log, too."""
    return encode({"v": VERSION, "kind": "events", "entries": entries})


def here(number: int, devices: Mapping[str, int], left: Mapping[str, int], *, asks: bool) -> str:
    """Tell who is connected to this node, who left when, and up to which event it knows.

    Who asks wants to hear the same from the others.
    """
    message = {"number": number, "devices": devices, "left": left, "asks": asks}
    return encode({"v": VERSION, "kind": "here", **message})


def reaction(seat: int, word: Reaction) -> str:
    """Tell what somebody said."""
    return encode({"v": VERSION, "kind": "reaction", "seat": seat, "reaction": word})


ALIVE = encode({"v": VERSION, "kind": "alive"})
GONE = encode({"v": VERSION, "kind": "gone"})


def read(text: str) -> Mapping[str, Any]:
    """Read a message."""
    try:
        message = json.loads(text)
        if isinstance(message, dict) and message["v"] == VERSION:
            return message
    except (ValueError, KeyError, RecursionError):
        pass
    return UNREADABLE
