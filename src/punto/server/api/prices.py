"""Prices of requests, in units of the budget. A unit is about a millisecond of the server's time.

The guard charges what is listed here before a request is read. A table that is not in memory is
paid for where it is loaded: see `punto.server.live.loading`.
"""

from starlette.types import Scope

USUAL = 1.0
FILE = 0.3
"""A file of the page comes from memory, and the guard sends it."""

FREE_HEAD_BYTES = 4_096
HEAD_BYTE = 1 / 4_000
"""For every byte of a head above `FREE_HEAD_BYTES`: browsers send one or two thousand."""

SOCKET = 2.0
"""Opening a WebSocket: the table is sent as it stands."""

MESSAGE = 0.1
"""A message on a WebSocket."""

HEARD_REACTION = 0.02
"""For every client that a reaction is sent to, beside the message."""

RECORD_BYTE = 1 / 1000
"""For every byte of a record that is read."""

COSTLY = 5.0
"""From this price on, requests are refused while the memory is full."""

PRICES = {
    ("POST", "/api/records"): 10.0,
    ("POST", "/api/tables"): 5.0,
    ("GET", "/api/tables"): 2.0,
    ("GET", "/api/tables/{code}/events"): 5.0,
    ("GET", "/api/tables/{code}/record"): 5.0,
    ("GET", "/api/tables/{code}/replay"): 5.0,
    ("GET", "/api/tables/{code}/invite.svg"): 10.0,
    ("POST", "/api/tables/{code}/handover"): 10.0,
    ("GET", "/api/openapi.json"): 5.0,
    ("GET", "/api/socket.json"): 5.0,
    ("GET", "/metrics"): 5.0,
    ("GET", "/readyz"): 2.0,
}

TABLES = ["", "api", "tables"]


def price_of(method: str, path: str) -> float:
    """Find the price of a request."""
    parts = path.split("/")
    if parts[:3] == TABLES and len(parts) > 3:
        parts[3] = "{code}"
    return PRICES.get(("GET" if method == "HEAD" else method, "/".join(parts)), USUAL)


def head_price(scope: Scope) -> float:
    """Find what a request costs more because its head is long."""
    size = len(scope["query_string"])
    for name, value in scope["headers"]:
        size += len(name) + len(value)
    return HEAD_BYTE * max(0, size - FREE_HEAD_BYTES)
