"""Parsing of requests: the head, the WebSocket handshake in it, and the body."""

import base64
import binascii
import hashlib
import re

import h11

from punto.server.transport.budget import RequestBudget
from punto.server.transport.responses import Headers, RefusalError
from punto.server.transport.settings import (
    MAX_COOKIE_BYTES,
    MAX_HEAD_BYTES,
    MAX_HEAD_COMMAS,
    MAX_HEAD_LINES,
    MAX_TARGET_BYTES,
)

EMPTY_LINE = b"\r\n"
END_OF_HEAD = b"\r\n\r\n"

MALFORMED = re.compile(rb"\r[^\n]|(?<!\r)\n|\n[ \t]")
"""A lone CR or LF, or a folded line: proxies disagree about these (request smuggling)."""

PIECE_BYTES = 8_192
"""A body is parsed in pieces of this size. It also limits a trailer, whose lines cost time."""

MAX_CHUNKS = 1_000
"""The most chunks of one body: each costs time to parse."""

WEBSOCKET_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
WEBSOCKET_VERSION = b"13"
WEBSOCKET_KEY_BYTES = 16


# The head


class HeadScanner:
    """Finds the end of a head that arrives in pieces; scans each byte once."""

    def __init__(self) -> None:
        self.scanned_bytes = self.lines = self.commas = 0
        self.has_skipped_line = False

    def find_end(self, pending: bytearray) -> int:
        """Return the size of the head, or 0 while it is incomplete; may raise RefusalError."""
        if not self.scanned_bytes and not self._has_begun(pending):
            return 0
        scanned = self.scanned_bytes
        end = pending.find(END_OF_HEAD, max(0, scanned - len(END_OF_HEAD) + 1), MAX_HEAD_BYTES)
        size = len(pending) if end < 0 else end + len(END_OF_HEAD)
        if size > MAX_HEAD_BYTES:
            raise RefusalError(431)
        if MALFORMED.search(pending, max(0, scanned - 1), size):
            raise RefusalError(400)
        self.lines += pending.count(b"\n", scanned, size)
        self.commas += pending.count(b",", scanned, size)
        if self.lines > MAX_HEAD_LINES or self.commas > MAX_HEAD_COMMAS:
            raise RefusalError(431)
        self.scanned_bytes = size
        return 0 if end < 0 else size

    def _has_begun(self, pending: bytearray) -> bool:
        """Whether the request line has begun; one empty line may come before it.

        Some clients send one after a body, and RFC 9112 asks servers to ignore it.
        """
        if not self.has_skipped_line:
            if pending.startswith(EMPTY_LINE):
                del pending[: len(EMPTY_LINE)]
                self.has_skipped_line = True
            elif pending == EMPTY_LINE[:1]:
                return False
        if not pending:
            return False
        if not pending[:1].isalpha():  # no method starts like that
            raise RefusalError(400)
        return True


def reject_ambiguous(version: bytes, headers: Headers) -> None:
    """Refuse what a proxy could interpret differently (request smuggling), beyond h11's checks."""
    if version not in (b"1.0", b"1.1"):
        raise RefusalError(400)
    names = [name for name, _ in headers]
    if b"transfer-encoding" in names and (version == b"1.0" or b"content-length" in names):
        raise RefusalError(400)
    if names.count(b"host") > 1:
        raise RefusalError(400)


def reject_long(target: bytes, headers: Headers) -> None:
    """Refuse what takes longer to parse than its sender is charged for."""
    if len(target) > MAX_TARGET_BYTES:
        raise RefusalError(414)
    if sum(len(value) for name, value in headers if name == b"cookie") > MAX_COOKIE_BYTES:
        raise RefusalError(431)


def parse_head(conn: h11.Connection, head: bytes) -> tuple[h11.Request, Headers]:
    """Parse a complete head; may raise RefusalError."""
    conn.receive_data(head)
    try:
        event = conn.next_event()
    except h11.RemoteProtocolError as error:
        raise RefusalError(error.error_status_hint) from error
    if not isinstance(event, h11.Request):
        raise RefusalError(400)
    headers = list(event.headers)
    reject_ambiguous(event.http_version, headers)
    reject_long(event.target, headers)
    return event, headers


# The WebSocket handshake


def tokens(headers: Headers, wanted: bytes) -> list[bytes]:
    """List the comma-separated values of all headers with this name, in lower case."""
    values = b",".join(value for name, value in headers if name == wanted)
    return [word for part in values.lower().split(b",") if (word := part.strip())]


def wants_websocket(headers: Headers) -> bool:
    """Whether a request asks for an upgrade to WebSocket."""
    headers = list(headers)
    return b"websocket" in tokens(headers, b"upgrade") and b"upgrade" in tokens(
        headers, b"connection"
    )


def accept_headers(method: bytes, version: bytes, headers: Headers) -> list[tuple[bytes, bytes]]:
    """Check a handshake (RFC 6455, section 4.2) and return the headers that accept it."""
    named = dict(headers)
    has_body = named.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in named
    if method != b"GET" or version != b"1.1" or has_body:
        raise RefusalError(400)
    if named.get(b"sec-websocket-version", WEBSOCKET_VERSION) != WEBSOCKET_VERSION:
        raise RefusalError(426)
    key = named.get(b"sec-websocket-key", b"")
    try:
        decoded = base64.b64decode(key, validate=True)
    except binascii.Error:
        decoded = b""
    if len(decoded) != WEBSOCKET_KEY_BYTES or b"sec-websocket-version" not in named:
        raise RefusalError(400)
    digest = hashlib.sha1(key + WEBSOCKET_GUID, usedforsecurity=False).digest()
    return [
        (b"upgrade", b"websocket"),
        (b"connection", b"Upgrade"),
        (b"sec-websocket-accept", base64.b64encode(digest)),
    ]


# The body


class BodyParser:
    """Parses the body of one request with h11; chunk headers and trailer are charged, too."""

    def __init__(self, conn: h11.Connection, budget: RequestBudget, *, is_chunked: bool) -> None:
        self.conn, self.budget, self.is_chunked = conn, budget, is_chunked
        self.chunks = 0
        self.last_bytes = b""
        """The last piece that was parsed, and a few bytes before it."""

    def next_event(self, pending: bytearray) -> h11.Data | h11.EndOfMessage | None:
        """Return the next part of the body, or None if more must arrive; may raise RefusalError."""
        while True:
            try:
                event = self.conn.next_event()
            except h11.RemoteProtocolError as error:
                status = error.error_status_hint
                raise RefusalError(413 if status == 431 else status) from error
            if isinstance(event, h11.EndOfMessage):
                self._check_end()
                return event
            if isinstance(event, h11.Data):
                self.chunks += event.chunk_start
                if self.chunks > MAX_CHUNKS:
                    raise RefusalError(413)
                return event
            if not pending:
                return None
            piece = bytes(pending[:PIECE_BYTES])
            del pending[: len(piece)]
            self.budget.charge(len(piece))
            self.last_bytes = self.last_bytes[-len(END_OF_HEAD) :] + piece
            self.conn.receive_data(piece)

    def _check_end(self) -> None:
        """Refuse chunks that end with a lone LF: h11 accepts them, and a proxy may not."""
        behind = len(self.conn.trailing_data[0])
        own = self.last_bytes[: len(self.last_bytes) - behind]
        if self.is_chunked and not own.endswith(END_OF_HEAD):
            raise RefusalError(400)


def new_parser() -> h11.Connection:
    """Make a parser for one request.

    It gets complete heads, so only a chunk header or a trailer can be incomplete; both are short.
    """
    return h11.Connection(h11.SERVER, PIECE_BYTES)
