"""Shutdown: whatever connections are doing, the server stops cleanly and by itself."""

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from unittest.mock import Mock

import pytest

from punto.server.config.settings import Config
from punto.server.transport.connection_limits import ConnectionLimits
from punto.server.transport.http import HttpConnection
from punto.server.transport.settings import TransportSettings
from server.serving import PATIENCE, Served, read_all, request, serving

COUNT = 20
UPGRADE = (
    "connection: upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
)
HALF_BODY = b"POST" + request("/x", "content-length: 10")[3:] + b"half"
STATES = {
    "nothing": b"",
    "half a head": b"POST /x HTT",
    "half a body": HALF_BODY,
    "half a handshake": request("/", *UPGRADE)[:-2],
    "a handshake with a body": request("/", *UPGRADE, "content-length: 5"),
    "a WebSocket": request("/", *UPGRADE),
    "answers that are not read": request("/much") * 50,
    "a refusal": b"\0\0",
}


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def connected(served: Served, stack: ExitStack, data: bytes) -> list[socket.socket]:
    lines = [stack.enter_context(served.connect()) for _ in range(COUNT)]
    for line in lines:
        with suppress(OSError):
            line.sendall(data)
    return lines


def assert_clean(served: Served) -> None:
    code, said = served.stop()
    assert code == 0, said
    assert "shut down" in said
    for trouble in ("Traceback", "Error", "exceeded", "shutdown took longer"):
        assert trouble not in said


@pytest.mark.parametrize("state", STATES)
def test_connections_do_not_delay_the_shutdown(stack: ExitStack, state: str) -> None:
    served = stack.enter_context(serving())
    connected(served, stack, STATES[state])
    time.sleep(0.3)
    assert_clean(served)


@pytest.mark.parametrize("state", ["half a head", "a WebSocket", "half a body"])
def test_connections_that_have_just_been_accepted_do_not_delay_the_shutdown(
    stack: ExitStack, state: str
) -> None:
    served = stack.enter_context(serving())
    connected(served, stack, STATES[state])
    assert_clean(served)


def test_unfinished_handshakes_do_not_delay_the_shutdown(stack: ExitStack) -> None:
    served = stack.enter_context(serving(f"connections={COUNT}"))
    connected(served, stack, STATES["a WebSocket"])
    connected(served, stack, STATES["half a handshake"])
    assert served.ask().startswith("HTTP/1.1 503 ")
    assert_clean(served)


def test_a_body_that_is_arriving_during_the_shutdown_is_still_answered(stack: ExitStack) -> None:
    served = stack.enter_context(serving())
    line, *_ = connected(served, stack, HALF_BODY)
    time.sleep(0.3)
    served.process.send_signal(signal.SIGTERM)
    time.sleep(0.4)  # uvicorn checks for signals every 0.1 s
    line.sendall(b"a body")
    line.settimeout(PATIENCE)
    assert read_all(line).startswith(b"HTTP/1.1 200 ")
    assert_clean(served)


def test_a_connection_during_the_shutdown_is_aborted() -> None:
    async def story() -> None:
        config = Config()
        limits = ConnectionLimits.of(config, open_files=1000)
        settings = TransportSettings.of(config, limits)
        settings.is_stopping = True
        connection, transport = HttpConnection(Mock(), Mock(), {}, settings=settings), Mock()
        transport.get_extra_info.return_value = ("192.0.2.1", 4000)
        connection.connection_made(transport)
        transport.abort.assert_called_once_with()
        assert not limits.keys
        connection.connection_lost(None)

    asyncio.run(story())
