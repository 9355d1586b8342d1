"""Requests: one at a time per connection, each within its budget, none ambiguous."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from punto.server.transport.settings import MAX_HEAD_BYTES, PENALTY_SECONDS
from server.serving import Served, read_all, request, serving

MANY_BYTES = 50_000_000

UPGRADE = (
    "connection: upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as served:
        yield served


@pytest.fixture(scope="module")
def refusing() -> Iterator[Served]:
    """A server that answers every request before its body arrives."""
    with serving("refuse_all=1") as served:
        yield served


@pytest.fixture
def connection(served: Served) -> Iterator[socket.socket]:
    with served.connect() as connection:
        yield connection


def statuses(data: bytes) -> list[int]:
    """List the statuses of all responses in the data."""
    return [int(part[:3]) for part in data.split(b"HTTP/1.1 ")[1:]]


def post(body: bytes, *headers: str, path: str = "/x") -> bytes:
    return b"POST" + request(path, *headers)[3:] + body


def answer_to(connection: socket.socket, data: bytes) -> bytes:
    """Send data, and read until the server closes or has sent one short response."""
    connection.sendall(data)
    answer = b""
    while not answer.partition(b"\r\n\r\n")[2]:
        part = connection.recv(65_536)
        answer += part
        if not part:
            break
    return answer


def test_pipelined_requests_are_answered_one_after_another(connection: socket.socket) -> None:
    paths = [f"/{number}" for number in range(20)]
    connection.sendall(b"".join(map(request, paths)) + request("/last", "connection: close"))
    said = read_all(connection)
    assert statuses(said) == [200] * 21
    places = [said.index(f"|{path}|".encode()) for path in [*paths, "/last"]]
    assert places == sorted(places)


def test_a_connection_is_kept_for_the_next_request(connection: socket.socket) -> None:
    for number in range(3):
        assert f"|/{number}|".encode() in answer_to(connection, request(f"/{number}"))


def test_reading_stops_while_responses_wait(served: Served) -> None:
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        connection.settimeout(1.0)
        connection.connect(("127.0.0.1", served.port))
        sent, block = 0, request("/much") * 1000
        with suppress(TimeoutError, ConnectionError):
            while sent < MANY_BYTES:
                sent += connection.send(block)
        assert sent < MANY_BYTES / 2  # only what the system itself buffers


@pytest.mark.parametrize("size", [MAX_HEAD_BYTES + 1, 100_000])
def test_a_long_head_is_refused_however_fast_it_arrives(
    connection: socket.socket, size: int
) -> None:
    answer = answer_to(connection, request("/", "x: " + "y" * size))
    assert statuses(answer) == [431]


def test_a_head_of_many_lines_is_refused_before_it_is_parsed(connection: socket.socket) -> None:
    assert statuses(answer_to(connection, request("/", *["x: y"] * 200))) == [431]


@pytest.mark.parametrize(
    "trailer", [b"x: y\r\n" * 10_000, b"x: " + b"y" * 60_000], ids=["many lines", "a long one"]
)
def test_a_trailer_is_charged_like_a_head(connection: socket.socket, trailer: bytes) -> None:
    answer = answer_to(connection, post(b"0\r\n" + trailer, "transfer-encoding: chunked"))
    assert statuses(answer)[0] in (200, 413)
    connection.settimeout(60)
    assert read_all(connection) == b""  # and it is closed


def test_a_body_of_very_many_chunks_is_refused(connection: socket.socket) -> None:
    assert statuses(
        answer_to(connection, post(b"1\r\nx\r\n" * 5000, "transfer-encoding: chunked"))
    ) == [413]


def test_chunks_are_joined(connection: socket.socket) -> None:
    body = b"5\r\nhello\r\n6;ext=1\r\n world\r\n0\r\nx-trailer: y\r\n\r\n"
    assert statuses(answer_to(connection, post(body, "transfer-encoding: chunked"))) == [200]
    assert b"|/next|" in answer_to(connection, request("/next"))


def test_a_request_after_a_body_is_answered_in_pieces_of_any_size(
    connection: socket.socket,
) -> None:
    both = post(b"hello", "content-length: 5", path="/first") + request("/x", "connection: close")
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for place in range(0, len(both), 40):
        connection.sendall(both[place : place + 40])
        time.sleep(0.01)
    said = read_all(connection)
    assert statuses(said) == [200, 200]
    assert said.index(b"|/first|") < said.index(b"|/x|")


def test_the_body_of_a_request_that_is_answered_early_is_skipped(refusing: Served) -> None:
    with refusing.connect() as connection:
        assert statuses(answer_to(connection, post(b"", "content-length: 5"))) == [429]
        connection.sendall(b"hello" + request("/next"))
        assert statuses(connection.recv(65_536)) == [429]


def test_expect_100_continue_is_answered(connection: socket.socket) -> None:
    connection.sendall(post(b"", "content-length: 5", "expect: 100-continue"))
    assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
    assert statuses(answer_to(connection, b"hello")) == [200]


def test_a_head_request_has_no_body(connection: socket.socket) -> None:
    connection.sendall(b"HEAD" + request("/", "connection: close")[3:])
    head, _, body = read_all(connection).partition(b"\r\n\r\n")
    assert b"content-length" in head
    assert body == b""


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(request("/", "host: y"), id="two hosts"),
        pytest.param(b"GET / HTTP/1.1\r\n\r\n", id="no host"),
        pytest.param(
            post(b"0\r\n\r\n", "transfer-encoding: chunked", "transfer-encoding: chunked"),
            id="two transfer encodings",
        ),
        pytest.param(
            post(b"0\r\n\r\n", "transfer-encoding: gzip, chunked"), id="another transfer encoding"
        ),
        pytest.param(
            b"POST / HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
            id="a transfer encoding in HTTP/1.0",
        ),
        pytest.param(
            post(b"0\r\n\r\n", "transfer-encoding: chunked", "content-length: 5"), id="two lengths"
        ),
        pytest.param(
            post(b"hello", "content-length: 5", "content-length: 6"), id="two other lengths"
        ),
        pytest.param(post(b"", "content-length: -1"), id="a negative length"),
        pytest.param(post(b"zz\r\n", "transfer-encoding: chunked"), id="a chunk of no size"),
        pytest.param(b"GET / HTTP/2.0\r\nhost: x\r\n\r\n", id="another version"),
        pytest.param(b"GET  / HTTP/1.1\r\nhost: x\r\n\r\n", id="two spaces"),
        pytest.param(b"GET / HTTP/1.1\r\nhost : x\r\n\r\n", id="a space before the colon"),
        pytest.param(b"GET / HTTP/1.1\r\nhost:\r\n x\r\n\r\n", id="a folded host"),
        pytest.param(b"GET / HTTP/1.1\r\nhost: x\r\ny: a\r\n\tb\r\n\r\n", id="a folded line"),
        pytest.param(b"GET / HTTP/1.1\nhost: x\n\n", id="LF alone"),
        pytest.param(b"GET / HTTP/1.1\nhost: x\n\n" + request("/next"), id="LF and CR LF"),
        pytest.param(b"GET / HTTP/1.1\r\nhost: x\ry: z\r\n\r\n", id="CR alone"),
        pytest.param(b"\r\n\r\n" + request("/"), id="empty lines"),
        pytest.param(
            post(b"0\r\nx: y\n\n" + request("/next"), "transfer-encoding: chunked"),
            id="a trailer that ends with LF alone",
        ),
        pytest.param(
            post(b"0\r\n\n" + request("/next"), "transfer-encoding: chunked"),
            id="chunks that end with LF alone",
        ),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00", id="TLS"),
        pytest.param(b"\0\0\0\0", id="nothing at all"),
    ],
)
def test_ambiguous_requests_are_refused(connection: socket.socket, data: bytes) -> None:
    answer = answer_to(connection, data)
    assert statuses(answer)[0] in (400, 501)
    assert b"connection: close" in answer
    connection.settimeout(60)
    assert read_all(connection) == b""


def test_garbage_after_a_request_is_refused_without_a_traceback() -> None:
    with serving() as served:
        for garbage in (b"\xff" * 500, b"NOT HTTP\r\n\r\n", b"GET /\r\n\r\n" * 50):
            with served.connect() as connection:
                connection.sendall(request("/first") + garbage)
                assert statuses(read_all(connection)) == [200, 400]
        _, said = served.stop()
    assert "Traceback" not in said
    assert "error" not in said.lower()


def test_an_empty_line_before_a_request_is_ignored(connection: socket.socket) -> None:
    for _ in range(3):
        assert statuses(answer_to(connection, b"\r\n" + request("/"))) == [200]


# Endless input


def taken(served: Served, before: bytes, piece: bytes) -> int:
    """Send without end and read nothing; return how many bytes the server and the systems took.

    Some megabytes fit into the buffers of the systems.
    """
    sent, block = 0, piece * max(1, 65_536 // len(piece))
    with served.connect() as connection, suppress(OSError):
        connection.settimeout(2.0)
        connection.sendall(before)
        while sent < MANY_BYTES:
            sent += connection.send(block)
    return sent


@pytest.mark.parametrize(
    ("before", "piece"),
    [
        pytest.param(b"", b"\r\n", id="empty lines"),
        pytest.param(b"", b"\0" * 100, id="garbage"),
        pytest.param(b"GET / HTTP/1.1\r\nx: ", b"y" * 100, id="a head"),
        pytest.param(post(b"", f"content-length: {10**11}"), b"y" * 100, id="a body"),
        pytest.param(post(b"2;", "transfer-encoding: chunked"), b"y" * 100, id="a chunk's header"),
        pytest.param(post(b"ffffffff\r\n", "transfer-encoding: chunked"), b"y" * 100, id="a chunk"),
        pytest.param(post(b"0\r\n", "transfer-encoding: chunked"), b"x: y\r\n", id="a trailer"),
    ],
)
@pytest.mark.parametrize("early", [False, True], ids=["", "answered early"])
def test_endless_input_is_not_read_forever(
    served: Served, refusing: Served, before: bytes, piece: bytes, early: bool
) -> None:
    assert taken(refusing if early else served, before, piece) < MANY_BYTES / 2


def test_a_body_beyond_its_budget_is_refused(served: Served) -> None:
    with served.connect() as connection:
        answer = answer_to(connection, post(b"y" * 200_000, f"content-length: {10**11}"))
        assert statuses(answer) == [413]


def test_the_rest_of_a_body_that_is_answered_early_counts_against_the_same_budget(
    refusing: Served,
) -> None:
    with refusing.connect() as connection:
        connection.sendall(post(b"y" * 200_000, f"content-length: {10**11}"))
        connection.settimeout(60)
        assert statuses(read_all(connection)) == [429]  # and it is closed


@pytest.mark.parametrize(
    ("head", "status"),
    [
        pytest.param(b"GET / HTTP/1.1\r\nx: ", 413, id="a head"),
        pytest.param(post(b"", "content-length: 100000"), 413, id="a body"),
    ],
)
def test_a_request_sent_byte_by_byte_soon_exhausts_its_budget(
    served: Served, head: bytes, status: int
) -> None:
    with served.connect() as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(head)
        with suppress(OSError):
            for _ in range(5000):
                connection.sendall(b"y")
                time.sleep(0.0005)
        assert statuses(read_all(connection)) == [status]


# Handshakes


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param([f"x-{number}: y" for number in range(200)], 431, id="many headers"),
        pytest.param(["content-length: 5"], 400, id="a body"),
        pytest.param(["transfer-encoding: chunked"], 400, id="chunks"),
        pytest.param(["sec-websocket-key: short"], 400, id="two keys"),
    ],
)
def test_an_invalid_handshake_is_answered_and_closed(
    connection: socket.socket, headers: list[str], status: int
) -> None:
    answer = answer_to(connection, request("/", *UPGRADE, *headers))
    assert statuses(answer) == [status]
    connection.settimeout(60)
    assert read_all(connection) == b""


def test_a_handshake_with_a_long_header_succeeds(connection: socket.socket) -> None:
    connection.sendall(request("/", *UPGRADE, "x: " + "y" * 9000))
    assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")


def test_an_old_websocket_version_is_answered_with_the_supported_one(
    connection: socket.socket,
) -> None:
    headers = [header.replace("13", "8") for header in UPGRADE]
    assert statuses(answer_to(connection, request("/", *headers))) == [426]


def test_unfinished_handshakes_do_not_use_up_the_limit() -> None:
    with serving("connections_per_address=5", "waiting_seconds=1") as served:
        oddities = [served.connect() for _ in range(5)]
        try:
            for connection in oddities:
                connection.sendall(request("/", *UPGRADE, "content-length: 5"))
            assert served.ask().startswith("HTTP/1.1 200 ")
        finally:
            for connection in oddities:
                connection.close()
        code, said = served.stop()
    assert code == 0
    assert "AssertionError" not in said
    assert "shut down" in said


# Proxies


def forwarded(served: Served, address: str) -> tuple[socket.socket, bytes]:
    connection = served.connect()
    connection.sendall(request("/", *UPGRADE, f"x-forwarded-for: {address}"))
    return connection, connection.recv(4096)


def test_connections_behind_a_proxy_count_for_their_client() -> None:
    with serving("connections_per_address=3", "trusted_proxies=127.0.0.1") as served:
        lines = [forwarded(served, "192.0.2.1") for _ in range(4)]
        try:
            assert [statuses(answer) for _, answer in lines] == [[101], [101], [101], [429]]
            other, answer = forwarded(served, "192.0.2.2, 127.0.0.1")
            assert statuses(answer) == [101]
            other.close()
            assert served.ask("/", "x-forwarded-for: 192.0.2.1").startswith("HTTP/1.1 429 ")
            lines[0][0].close()
            end = time.monotonic() + 60
            while not served.ask("/", "x-forwarded-for: 192.0.2.1").startswith("HTTP/1.1 200 "):
                assert time.monotonic() < end
                time.sleep(0.05)
        finally:
            for connection, _ in lines:
                connection.close()


def test_requests_of_many_clients_share_a_proxys_connection() -> None:
    with (
        serving("connections_per_address=1", "trusted_proxies=127.0.0.1") as served,
        served.connect() as connection,
    ):
        for number in range(5):
            asking = request("/", f"x-forwarded-for: 192.0.2.{number}")
            assert f"|192.0.2.{number}|".encode() in answer_to(connection, asking)


def test_ports_do_not_turn_one_client_into_many() -> None:
    with serving("connections_per_address=3", "trusted_proxies=127.0.0.1") as served:
        for addresses in (
            [f"192.0.2.1:{1000 + number}" for number in range(4)],
            [f"[2001:db8::{number}]:{1000 + number}" for number in range(4)],
            [f"nobody{number}" for number in range(4)],
        ):
            lines = [forwarded(served, address) for address in addresses]
            found = [statuses(answer) for _, answer in lines]
            for connection, _ in lines:
                connection.close()
            assert found == [[101], [101], [101], [429]]


def test_bodies_held_open_behind_a_proxy_count_for_their_client() -> None:
    with (
        serving("connections_per_address=3", "trusted_proxies=127.0.0.1") as served,
        ExitStack() as stack,
    ):
        for _ in range(3):
            connection = stack.enter_context(served.connect())
            connection.sendall(post(b"half", "content-length: 9", "x-forwarded-for: 192.0.2.1"))
        time.sleep(0.3)
        assert served.ask("/", "x-forwarded-for: 192.0.2.1").startswith("HTTP/1.1 429 ")
        assert served.ask("/", "x-forwarded-for: 192.0.2.2").startswith("HTTP/1.1 200 ")


def test_a_reused_proxy_connection_counts_for_the_client_of_its_websocket() -> None:
    with (
        serving("connections_per_address=3", "trusted_proxies=127.0.0.1") as served,
        ExitStack() as stack,
    ):
        found = []
        for number in range(5):
            connection = stack.enter_context(served.connect())
            answer_to(connection, request("/", f"x-forwarded-for: 198.51.100.{number}"))
            connection.sendall(request("/", *UPGRADE, "x-forwarded-for: 192.0.2.1"))
            found += statuses(connection.recv(4096))
        assert found == [101, 101, 101, 429, 429]


# Too many requests


def test_after_a_429_the_next_request_has_to_wait(refusing: Served) -> None:
    with refusing.connect() as connection:
        assert statuses(answer_to(connection, request("/"))) == [429]
        began = time.monotonic()
        assert statuses(answer_to(connection, request("/"))) == [429]
        assert time.monotonic() - began > PENALTY_SECONDS / 2


def test_reconnecting_does_not_shorten_the_wait_after_a_429() -> None:
    with serving("refuse_all=1", "connections_per_address=3") as served:
        began = time.monotonic()
        for _ in range(3):
            assert served.ask().startswith("HTTP/1.1 429 ")
        assert "too many connections" in served.ask()
        while "too many connections" in served.ask():
            assert time.monotonic() - began < 60
            time.sleep(0.05)
        assert time.monotonic() - began > PENALTY_SECONDS / 2


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (request("/api/x", "x: " + "a" * 50_000), 431),
        (request("/api/x", "host: other"), 400),
        (request("/api/x", *UPGRADE[:2], "sec-websocket-version: 12", UPGRADE[3]), 426),
    ],
)
def test_refusals_of_the_transport_are_not_cached(
    connection: socket.socket, data: bytes, status: int
) -> None:
    answer = answer_to(connection, data)
    assert statuses(answer) == [status]
    assert b"\r\ncache-control: no-store\r\n" in answer
