"""Connections: idle ones by the thousand, limits, and clients that do not read."""

import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest

from server.serving import Served, read_all, request, serving, text_frame

MANY = 1500
PATIENCE = 60.0
"""A generous timeout in seconds."""


def half_open(
    served: Served, count: int, head: bytes = b"GET / HTTP/1.1\r\nhost: x\r\n"
) -> list[socket.socket]:
    """Open so many connections that never finish their request."""
    connections = [served.connect() for _ in range(count)]
    for connection in connections:
        with suppress(OSError):  # the server may have closed it already
            connection.sendall(head)
    return connections


def count_open(connections: list[socket.socket]) -> int:
    """Count the connections that the server has not closed."""
    poll = select.poll()
    for connection in connections:
        poll.register(connection, select.POLLIN | select.POLLHUP)
    return len(connections) - len(poll.poll(0))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def keep(stack: ExitStack, connections: list[socket.socket]) -> list[socket.socket]:
    for connection in connections:
        stack.enter_context(connection)
    return connections


def answer_of(served: Served) -> str:
    return served.ask().partition("\r\n")[0]


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def wait_until_left(connections: list[socket.socket], most: int = 0) -> None:
    wait_until(lambda: count_open(connections) <= most)


def test_thousands_of_idle_connections_disturb_nobody_and_are_closed(stack: ExitStack) -> None:
    served = stack.enter_context(serving("connections_per_address=9999", "waiting_seconds=3"))
    connections = keep(stack, half_open(served, MANY))
    assert answer_of(served) == "HTTP/1.1 200 OK"
    with served.open_websocket() as talk:
        wait_until_left(connections)
        talk.sendall(text_frame("still here"))
        assert talk.recv(100).endswith(b"still here")


def test_idle_connections_disturb_nobody_even_beyond_the_limit(stack: ExitStack) -> None:
    served = stack.enter_context(serving("connections_per_address=50", "waiting_seconds=60"))
    connections = keep(stack, half_open(served, 200))
    for _ in range(3):
        assert answer_of(served) == "HTTP/1.1 200 OK"
    wait_until_left(connections, 50)


def test_idle_connections_make_room_for_other_addresses(stack: ExitStack) -> None:
    served = stack.enter_context(serving("connections=50", "waiting_seconds=60"))
    connections = keep(stack, half_open(served, 90))
    assert answer_of(served) == "HTTP/1.1 200 OK"
    wait_until_left(connections, 50)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"G",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf",
        request("/") + b"GET / HT",
    ],
)
def test_incomplete_requests_time_out(stack: ExitStack, head: bytes) -> None:
    served = stack.enter_context(serving("waiting_seconds=0.3"))
    (connection,) = keep(stack, half_open(served, 1, head))
    begun = time.monotonic()
    read_all(connection)
    assert time.monotonic() - begun < PATIENCE


def test_sending_a_byte_now_and_then_does_not_extend_the_deadline(stack: ExitStack) -> None:
    served = stack.enter_context(serving("waiting_seconds=0.5"))
    (connection,) = keep(stack, half_open(served, 1))
    end = time.monotonic() + PATIENCE
    while count_open([connection]):
        assert time.monotonic() < end
        with suppress(OSError):  # it is being closed
            connection.sendall(b"x: y\r\n")
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("setting", "status"),
    [("connections_per_address=3", "429 Too Many Requests"), ("connections=3", "503 Service Un")],
)
def test_websockets_count_as_connections_until_they_close(
    stack: ExitStack, setting: str, status: str
) -> None:
    served = stack.enter_context(serving(setting))
    talks = keep(stack, [served.open_websocket() for _ in range(3)])
    answer = served.ask()
    assert answer.startswith(f"HTTP/1.1 {status}")
    assert "\r\nconnection: close\r\n" in answer
    assert answer.endswith("try again later.")
    talks[0].close()
    wait_until(lambda: answer_of(served) == "HTTP/1.1 200 OK")
    for talk in talks[1:]:
        talk.sendall(text_frame("still here"))
        assert talk.recv(100).endswith(b"still here")


def test_the_limit_per_address_does_not_apply_to_a_trusted_proxy(stack: ExitStack) -> None:
    settings = ("connections_per_address=3", "trusted_proxies=127.0.0.1")
    served = stack.enter_context(serving(*settings))
    keep(stack, [served.open_websocket() for _ in range(6)])
    assert answer_of(served) == "HTTP/1.1 200 OK"


def test_an_endless_head_is_refused(stack: ExitStack) -> None:
    served = stack.enter_context(serving())
    connection = stack.enter_context(served.connect())
    with suppress(OSError):  # the response may come before everything is sent
        connection.sendall(b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * 60_000)
    assert read_all(connection).startswith(b"HTTP/1.1 431 ")


def test_a_client_that_does_not_read_is_disconnected(stack: ExitStack) -> None:
    served = stack.enter_context(serving("connections_per_address=2"))
    reader = stack.enter_context(served.connect())
    reader.sendall(request("/much"))
    talk = stack.enter_context(served.open_websocket())
    talk.sendall(text_frame("much"))
    assert answer_of(served).startswith("HTTP/1.1 429")

    def is_let_in() -> bool:
        with suppress(AssertionError):
            stack.enter_context(served.open_websocket())
            return True
        return False

    for _ in range(2):
        wait_until(is_let_in)
