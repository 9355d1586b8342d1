"""Floods over one connection or many, with bare sockets: what a client may send, without end.

They come from an address of their own, so that limits of one address meet nobody else.
"""

import re
import socket
import struct
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress

ADDRESS = "127.0.0.66"
BLOCK_BYTES = 65_536
MOST_BYTES = 64_000_000
"""What one flood sends at most."""

SEND_SECONDS = 0.2
"""How long the other side may take nothing before the flood looks at the time."""

HANDSHAKES = 60

TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
CONTINUATION = 0x00


def connect(port: int) -> socket.socket:
    """Connect from the address of the floods."""
    return socket.create_connection(
        ("127.0.0.1", port), timeout=SEND_SECONDS, source_address=(ADDRESS, 0)
    )


def head(first_line: str, *headers: str) -> bytes:
    """Write the head of a request."""
    return "\r\n".join([f"{first_line} HTTP/1.1", "host: 127.0.0.1", *headers, "", ""]).encode()


def handshake(path: str, *headers: str) -> bytes:
    """Write the head of a request to become a WebSocket."""
    return head(
        f"GET {path}",
        "upgrade: websocket",
        "connection: upgrade",
        "sec-websocket-version: 13",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        *headers,
    )


def frame(first_byte: int, payload: bytes = b"", mask: bytes = bytes(4)) -> bytes:
    """Write a frame as a client does."""
    length = len(payload)
    if length < 126:
        size = bytes([0x80 | length])
    elif length < 65_536:
        size = b"\xfe" + struct.pack(">H", length)
    else:
        size = b"\xff" + struct.pack(">Q", length)
    stream = (mask * (length // 4 + 1))[:length]
    masked = bytes(one ^ other for one, other in zip(payload, stream, strict=True))
    return bytes([first_byte]) + size + mask + (masked if any(mask) else payload)


def pour(
    connection: socket.socket, piece: bytes, seconds: float, block_bytes: int = BLOCK_BYTES
) -> int:
    """Send the same again and again, and read nothing; stop in time, or when the line is cut."""
    end, sent = time.monotonic() + seconds, 0
    block = memoryview(piece * max(1, block_bytes // len(piece)))
    with suppress(OSError):
        while time.monotonic() < end and sent < MOST_BYTES:
            with suppress(TimeoutError):
                sent += connection.send(block[sent % len(block) :])
    return sent


def requests_without_reading(port: int, _code: str, seconds: float) -> int:
    """Ask for a file of the page again and again, and read no answer.

    All are of 64 bytes and go out in whole blocks, so that what the server reads at a time ends
    with a request: half of one might be taken for a head that is too long.
    """
    with connect(port) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        bare = head("GET /icon.svg", "x: ")
        asked = bare.replace(b"x: ", b"x: " + b"y" * (64 - len(bare)))
        return pour(connection, asked, seconds, block_bytes=4096)


def endless_trailers(port: int, _code: str, seconds: float) -> int:
    """Send a request whose trailers never end."""
    with connect(port) as connection:
        connection.sendall(head("POST /api/tables", "transfer-encoding: chunked") + b"0\r\n")
        return pour(connection, b"x: y\r\n", seconds)


def endless_head(port: int, _code: str, seconds: float) -> int:
    """Send a request whose head never ends."""
    with connect(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
        return pour(connection, b"x-more: " + b"y" * 1000 + b"\r\n", seconds)


def frames(port: int, code: str, seconds: float, piece: bytes, before: bytes = b"") -> int:
    """Become a WebSocket at a table, and send the same frames again and again."""
    with connect(port) as connection:
        connection.settimeout(10 * seconds)
        connection.sendall(head("GET /api/choices", "connection: keep-alive"))
        cookie = re.search(rb"set-cookie: ([^;]+)", connection.recv(65_536))
    with connect(port) as connection:
        connection.settimeout(10 * seconds)
        cookies = [f"cookie: {cookie[1].decode()}"] if cookie else []
        connection.sendall(handshake(f"/api/tables/{code}/socket", *cookies))
        connection.recv(65_536)
        connection.settimeout(SEND_SECONDS)
        connection.sendall(before)
        return pour(connection, piece, seconds)


def pings(port: int, code: str, seconds: float) -> int:
    """Send pings, and read no answer."""
    return frames(port, code, seconds, frame(PING, b"?"))


def pongs(port: int, code: str, seconds: float) -> int:
    """Send answers to pings that nobody sent."""
    return frames(port, code, seconds, frame(PONG))


def empty_continuations(port: int, code: str, seconds: float) -> int:
    """Begin a message, and go on with nothing."""
    return frames(port, code, seconds, frame(CONTINUATION), before=frame(TEXT & 0x7F, b"{"))


def unending_handshakes(port: int, code: str, seconds: float) -> int:
    """Ask to become WebSockets in ways that servers may forget to answer, and wait."""
    path = f"/api/tables/{code}/socket"
    kinds = [
        handshake(path, *(f"x-{number}: y" for number in range(200))),
        handshake(path, "x-long: " + "y" * 9000),
        handshake(path, "content-length: 5") + b"hello",
        handshake(path, "content-length: 5"),
        handshake(path, "transfer-encoding: chunked"),
        handshake(path)[:-2],
    ]
    sent = 0
    with ExitStack() as stack, suppress(OSError):
        for number in range(HANDSHAKES):
            connection = stack.enter_context(connect(port))
            connection.sendall(text := kinds[number % len(kinds)])
            sent += len(text)
        time.sleep(seconds)
    return sent


Flood = Callable[[int, str, float], int]
"""Floods a port for so many seconds, at a table with this code if it needs one; counts bytes."""

FLOODS: tuple[Flood, ...] = (
    requests_without_reading,
    endless_trailers,
    endless_head,
    pings,
    pongs,
    empty_continuations,
    unending_handshakes,
)
