"""Floods over one connection or many, with bare sockets: what a client may send, without end.

They come from an address of their own, so that limits of one address meet nobody else, and begin
again as soon as they are cut off. `python flooding.py pings 8710 CODE 5` floods for five seconds,
in a process of its own that shares no interpreter with those who watch.
"""

import selectors
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from threading import Thread

ADDRESS = "127.0.0.66"
BLOCK_BYTES = 65_536
MOST_BYTES = 400_000_000
"""What one connection sends at most: more than any limit of memory."""

SEND_SECONDS = 0.2
"""How long the other side may take nothing before the flood looks at the time."""

AGAIN_SECONDS = 0.01
"""How long a flood that was cut off waits before it connects again."""

HANDSHAKES = 60
CROWD = 60
"""Connections of one flood that need many; an address may have 100."""

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
    connection: socket.socket, piece: bytes, end: float, block_bytes: int = BLOCK_BYTES
) -> int:
    """Send the same again and again, and read nothing; stop in time, or when the line is cut."""
    sent = 0
    block = memoryview(piece * max(1, block_bytes // len(piece)))
    with suppress(OSError):
        while time.monotonic() < end and sent < MOST_BYTES:
            with suppress(TimeoutError):
                sent += connection.send(block[sent % len(block) :])
    return sent


def pour_again(
    port: int,
    seconds: float,
    before: bytes,
    piece: bytes,
    block_bytes: int = BLOCK_BYTES,
    opening: bytes = b"",
) -> int:
    """Connect, say something, and pour; begin again whenever the line is cut.

    An opening is sent before, and answered.
    """
    end, sent = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        with suppress(OSError), connect(port) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if opening:
                connection.settimeout(10 * seconds)
                connection.sendall(opening)
                connection.recv(65_536)
                connection.settimeout(SEND_SECONDS)
            connection.sendall(before)
            sent += pour(connection, piece, end, block_bytes)
        time.sleep(AGAIN_SECONDS)
    return sent


def together(count: int, flood: Callable[[], int]) -> int:
    """Flood over so many connections at once."""
    counts: list[int] = []
    threads = [Thread(target=lambda: counts.append(flood())) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts)


# Requests


def requests_without_reading(port: int, _code: str, seconds: float) -> int:
    """Ask for a file of the page again and again, and read no answer.

    All are of 64 bytes and go out in whole blocks, so that what the server reads at a time ends
    with a request: half of one might be taken for a head that is too long.
    """
    bare = head("GET /icon.svg", "x: ")
    asked = bare.replace(b"x: ", b"x: " + b"y" * (64 - len(bare)))
    return pour_again(port, seconds, b"", asked, block_bytes=4096)


def requests_with_reading(port: int, _code: str, seconds: float) -> int:
    """Ask for a file of the page over many connections, as fast as the answers come."""
    end, sent, asked = time.monotonic() + seconds, 0, head("GET /icon.svg") * 100
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        while time.monotonic() < end:
            while len(selector.get_map()) < CROWD:
                line = stack.enter_context(connect(port))
                line.sendall(asked)
                line.setblocking(False)
                selector.register(line, selectors.EVENT_READ, line)
            for key, _ in selector.select(SEND_SECONDS):
                line = key.data
                try:
                    if not line.recv(1 << 18):
                        raise ConnectionResetError
                    sent += line.send(asked)
                except BlockingIOError:
                    pass
                except OSError:
                    selector.unregister(line)
                    line.close()
    return sent


def endless_head(port: int, _code: str, seconds: float) -> int:
    """Send a request whose head never ends: one long line, so that only its bytes count."""
    begun = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: "
    return pour_again(port, seconds, begun, b"y" * 1024)


def head_in_drips(port: int, _code: str, seconds: float) -> int:
    """Send most of a long head over many connections, and the rest byte by byte."""
    end, sent = time.monotonic() + seconds, 0
    begun = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"y" * 24_000
    with ExitStack() as stack:
        lines: list[socket.socket] = []
        while time.monotonic() < end:
            while len(lines) < CROWD and time.monotonic() < end:
                lines.append(line := stack.enter_context(connect(port)))
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with suppress(OSError):
                    line.sendall(begun)
            for line in list(lines):
                try:
                    sent += line.send(b"y")
                except OSError:
                    line.close()
                    lines.remove(line)
    return sent


def empty_lines(port: int, _code: str, seconds: float) -> int:
    """Send nothing but empty lines, which may come before a request."""
    return pour_again(port, seconds, b"", b"\r\n", block_bytes=16_384)


def garbage(port: int, _code: str, seconds: float) -> int:
    """Send what is no request, and go on after it is refused."""
    return together(20, lambda: pour_again(port, seconds, b"", bytes(1024)))


def endless_body(port: int, _code: str, seconds: float) -> int:
    """Send a body that is refused for its length, all the same."""
    begun = head("POST /api/tables", "content-length: 99999999999")
    return pour_again(port, seconds, begun, b" " * 1024)


def endless_trailers(port: int, _code: str, seconds: float) -> int:
    """Send a request whose trailers never end."""
    begun = head("POST /api/tables", "transfer-encoding: chunked") + b"0\r\n"
    return pour_again(port, seconds, begun, b"x: y\r\n")


def endless_chunk_header(port: int, _code: str, seconds: float) -> int:
    """Send a chunk whose header never ends."""
    begun = head("POST /api/tables", "transfer-encoding: chunked") + b"2;"
    return pour_again(port, seconds, begun, b"a" * 1024)


def half_bodies(port: int, _code: str, seconds: float) -> int:
    """Hold requests open of which a part never comes."""
    return hold(port, seconds, [head("POST /api/tables", "content-length: 100") + b"{"])


# WebSockets


def frames(port: int, code: str, seconds: float, piece: bytes, before: bytes = b"") -> int:
    """Become WebSockets at a table, and send the same frames again and again over each of them."""
    opening = handshake(f"/api/tables/{code}/socket")
    return together(3, lambda: pour_again(port, seconds, before, piece, opening=opening))


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
    return hold(port, seconds, kinds)


def hold(port: int, seconds: float, kinds: list[bytes]) -> int:
    """Open many connections, send one of these texts over each, and wait."""
    end, sent = time.monotonic() + seconds, 0
    with ExitStack() as stack, suppress(OSError):
        for number in range(HANDSHAKES):
            connection = stack.enter_context(connect(port))
            connection.sendall(text := kinds[number % len(kinds)])
            sent += len(text)
        time.sleep(max(0.0, end - time.monotonic()))
    return sent


Flood = Callable[[int, str, float], int]
"""Floods a port for so many seconds, at a table with this code if it needs one; counts bytes."""

FLOODS: tuple[Flood, ...] = (
    requests_without_reading,
    requests_with_reading,
    endless_head,
    head_in_drips,
    empty_lines,
    garbage,
    endless_body,
    endless_trailers,
    endless_chunk_header,
    half_bodies,
    pings,
    pongs,
    empty_continuations,
    unending_handshakes,
)

ENDLESS: tuple[Flood, ...] = (endless_head, endless_body, endless_trailers, endless_chunk_header)
"""One request over one connection at a time: the server stops reading when its budget is spent."""

if __name__ == "__main__":
    name, to_port, table, flood_seconds = sys.argv[1:]
    chosen = next(flood for flood in FLOODS if flood.__name__ == name)
    print(chosen(int(to_port), table, float(flood_seconds)))
