"""Prices of requests for the rate limits, in tokens: one is about a millisecond of server time.

The middleware takes them from the token buckets of the client before it reads the request. Loading
a table that is not in memory is charged where that happens: see `punto.server.live.loading`.
"""

from starlette.types import Scope

DEFAULT_PRICE = 1.0
FILE_PRICE = 0.3
"""A file of the page: it comes from memory, and the middleware sends it."""

FREE_HEAD_BYTES = 4_096
PRICE_PER_HEAD_BYTE = 1 / 4_000
"""For each byte of a head above `FREE_HEAD_BYTES`; browsers send one or two thousand."""

SOCKET_PRICE = 2.0
"""Opening a WebSocket: a snapshot of the table is sent."""

WRONG_TOKEN_PRICE = 5.0
"""A wrong token, on top of its request: the database was asked."""

MESSAGE_PRICE = 0.1
"""A message on a WebSocket."""

PRICE_PER_RECIPIENT = 0.02
"""For each client that gets a reaction, or the news of a room or a tournament."""

GROUP_PRICE = 1.0
"""A command in a room or a tournament, on top of the message: all of it is described again."""

PRICE_PER_RECORD_BYTE = 1 / 1000
"""For each byte of a record that is parsed."""

EXPENSIVE_PRICE = 5.0
"""From this price up, requests are refused while memory is full."""

PRICES = {
    ("POST", "/api/analysis"): 10.0,
    ("POST", "/api/play_on"): 15.0,
    ("POST", "/api/records"): 10.0,
    ("POST", "/api/tables"): 5.0,
    ("GET", "/api/tables"): 2.0,
    ("POST", "/api/daily"): 5.0,
    ("GET", "/api/daily"): 2.0,
    ("GET", "/api/tables/{code}/events"): 5.0,
    ("GET", "/api/tables/{code}/record"): 5.0,
    ("GET", "/api/tables/{code}/replay"): 5.0,
    ("GET", "/api/tables/{code}/invite.svg"): 10.0,
    ("GET", "/api/tables/{code}/preview.png"): 10.0,
    ("GET", "/api/preview.png"): 5.0,
    ("POST", "/api/tables/{code}/handover"): 10.0,
    ("POST", "/api/rooms"): 8.0,
    ("GET", "/api/rooms"): 2.0,
    ("GET", "/api/rooms/{code}"): 2.0,
    ("GET", "/api/rooms/{code}/invite.svg"): 10.0,
    ("GET", "/api/rooms/{code}/preview.png"): 10.0,
    ("GET", "/api/codes/{code}"): 2.0,
    ("POST", "/api/tournaments"): 8.0,
    ("GET", "/api/tournaments"): 2.0,
    ("GET", "/api/tournaments/{code}"): 2.0,
    ("GET", "/api/tournaments/{code}/rounds"): 5.0,
    ("GET", "/api/tournaments/{code}/standings.csv"): 5.0,
    ("GET", "/api/tournaments/{code}/results.csv"): 5.0,
    ("GET", "/api/tournaments/{code}/records.zip"): 20.0,
    ("GET", "/api/tournaments/{code}/invite.svg"): 10.0,
    ("GET", "/api/openapi.json"): 5.0,
    ("GET", "/api/socket.json"): 5.0,
    ("GET", "/api/puzzles/{mode}/{kind}"): 5.0,
    ("GET", "/api/puzzles/{name}/cells/{cell}"): 5.0,
    ("GET", "/metrics"): 5.0,
    ("GET", "/readyz"): 2.0,
}

CODED = [["", "api", kind] for kind in ("tables", "rooms", "codes", "tournaments")]
PUZZLES = ["", "api", "puzzles"]


def price_of(method: str, path: str) -> float:
    """Return the price of a request."""
    parts = path.split("/")
    if parts[:3] in CODED and len(parts) > 3:
        parts[3] = "{code}"
    elif parts[:3] == PUZZLES and len(parts) == 5:
        parts[3:] = ["{mode}", "{kind}"]
    elif parts[:3] == PUZZLES and len(parts) == 6:
        parts[3], parts[5] = "{name}", "{cell}"
    return PRICES.get(("GET" if method == "HEAD" else method, "/".join(parts)), DEFAULT_PRICE)


def head_price(scope: Scope) -> float:
    """Return the surcharge for a long head."""
    size = len(scope["query_string"])
    for name, value in scope["headers"]:
        size += len(name) + len(value)
    return PRICE_PER_HEAD_BYTE * max(0, size - FREE_HEAD_BYTES)
