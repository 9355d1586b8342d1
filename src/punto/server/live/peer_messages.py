"""Messages between nodes about tables, as JSON.

Every message has a version. One of another version is only a hint to read the log; one of a kind
that is not known here, from a newer node, is ignored.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from punto.server.store.model import EventRow
from punto.server.wire.encoding import encode
from punto.server.wire.words import Reaction

VERSION = 1

NODES = "nodes"
"""The channel of heartbeats. All other channels are named after tables."""

UNREADABLE: Mapping[str, Any] = {"kind": "unreadable"}

ALIVE = encode({"v": VERSION, "kind": "alive"})
"""The heartbeat of a node."""

GONE = encode({"v": VERSION, "kind": "gone"})
"""The last message of a node that stops."""


def events(rows: Sequence[EventRow]) -> str:
    """Write what was stored, secrets included: every node can read the log anyway."""
    return encode({"v": VERSION, "kind": "events", "entries": rows})


def here(number: int, devices: Mapping[str, int], left: Mapping[str, int], *, asks: bool) -> str:
    """Write who is connected to this node, who left when, and the last event that it knows.

    A node that asks wants the others to answer with the same.
    """
    message = {"number": number, "devices": devices, "left": left, "asks": asks}
    return encode({"v": VERSION, "kind": "here", **message})


def reaction(seat: int, reaction: Reaction) -> str:
    """Write a reaction of somebody at a seat."""
    return encode({"v": VERSION, "kind": "reaction", "seat": seat, "reaction": reaction})


def open_rooms(rooms: Sequence[Mapping[str, Any]]) -> str:
    """Write which listed rooms people of this node are in."""
    return encode({"v": VERSION, "kind": "open_rooms", "rooms": rooms})


def read(text: str) -> Mapping[str, Any]:
    """Read a message; `UNREADABLE` stands for all that this version cannot read."""
    try:
        message = json.loads(text)
        if isinstance(message, dict) and message["v"] == VERSION:
            return message
    except (ValueError, KeyError, RecursionError):
        pass
    return UNREADABLE
