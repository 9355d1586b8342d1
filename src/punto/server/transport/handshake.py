"""The opening handshake of a WebSocket (RFC 6455, section 4.2)."""

import base64
import binascii
import hashlib

from punto.server.transport.responses import Headers, RefusalError

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
VERSION = b"13"
KEY_BYTES = 16


def tokens(headers: Headers, wanted: bytes) -> list[bytes]:
    """List the words of all headers of one name, in lower case."""
    values = b",".join(value for name, value in headers if name == wanted)
    return [word for part in values.lower().split(b",") if (word := part.strip())]


def wants_websocket(headers: Headers) -> bool:
    """Tell whether a request asks to become a WebSocket."""
    headers = list(headers)
    return b"websocket" in tokens(headers, b"upgrade") and b"upgrade" in tokens(
        headers, b"connection"
    )


def accept_headers(method: bytes, version: bytes, headers: Headers) -> list[tuple[bytes, bytes]]:
    """Check a handshake, and give the headers of the answer that accepts it."""
    named = dict(headers)
    has_body = named.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in named
    if method != b"GET" or version != b"1.1" or has_body:
        raise RefusalError(400)
    if named.get(b"sec-websocket-version", VERSION) != VERSION:
        raise RefusalError(426)
    key = named.get(b"sec-websocket-key", b"")
    try:
        decoded = base64.b64decode(key, validate=True)
    except binascii.Error:
        decoded = b""
    if len(decoded) != KEY_BYTES or b"sec-websocket-version" not in named:
        raise RefusalError(400)
    digest = hashlib.sha1(key + MAGIC, usedforsecurity=False).digest()
    return [
        (b"upgrade", b"websocket"),
        (b"connection", b"Upgrade"),
        (b"sec-websocket-accept", base64.b64encode(digest)),
    ]
