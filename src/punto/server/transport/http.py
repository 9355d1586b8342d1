"""An HTTP/1.1 connection: one request after another, until it becomes a WebSocket."""

import asyncio
import socket
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

import h11
import uvicorn
from uvicorn.server import ServerState

from punto.server.base_path import Scope
from punto.server.transport.addresses import ClientAddress, client_of
from punto.server.transport.budget import READ_COST_BYTES, Deadlines, RequestBudget
from punto.server.transport.connection_limits import PROXY
from punto.server.transport.parsing import (
    BodyParser,
    HeadScanner,
    accept_headers,
    new_parser,
    parse_head,
    wants_websocket,
)
from punto.server.transport.request import RequestCycle
from punto.server.transport.responses import Headers, RefusalError, refusal
from punto.server.transport.settings import (
    CLOSE_TIMEOUT_SECONDS,
    KEEP_ALIVE_SECONDS,
    MAX_DISCARDED_BYTES,
    PENALTY_SECONDS,
    SHUTDOWN_SECONDS,
    WRITE_TIMEOUT_SECONDS,
    TransportSettings,
)
from punto.server.transport.websocket import WebSocketConnection


class State(Enum):
    """The state of a connection."""

    IDLE = auto()
    """No byte of the next request has arrived."""
    HEAD = auto()
    """The head of a request is arriving."""
    QUEUED = auto()
    """The head is parsed; the application runs when it is this address's turn."""
    BODY = auto()
    """The application runs, and the body of its request is arriving."""
    RESPONDING = auto()
    """The request is complete; nothing more is read until its response is sent."""
    WAITING = auto()
    """The response is sent; the next request is read in the next turn or after a penalty."""
    CLOSING = auto()
    """The last response is being sent; what still arrives is discarded, up to a limit."""


IN_PROGRESS = (State.QUEUED, State.BODY, State.RESPONDING)
"""States with a request in progress."""


class HttpConnection(asyncio.Protocol):
    """Charges bytes before parsing them, and answers one request at a time.

    uvicorn creates one for every connection, with the arguments before the `*`.
    """

    transport: asyncio.Transport

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        settings: TransportSettings,
    ) -> None:
        self.app, self.settings, self.app_state = config.loaded_app, settings, app_state
        self.loop = _loop or asyncio.get_running_loop()
        self.server_state = server_state
        self.state = State.IDLE
        self.pending = bytearray()
        """Bytes that are not parsed yet."""
        self.conn = new_parser()
        self.budget = RequestBudget(settings.request_bytes)
        self.head = HeadScanner()
        self.body: BodyParser | None = None
        self.cycle: RequestCycle | None = None
        self.status = 0
        """The status of the response to this request, once it is complete."""
        self.is_forwarded = False
        """Whether the connection is counted for a client behind a proxy."""
        self.is_last = False
        """Whether to close after this response."""
        self.penalty_until = 0.0
        """Loop time until which the next request is not read, and a closed connection still
        counts."""
        self.discarded_bytes = 0
        """How much was discarded while closing."""
        self.is_next_due = False
        """Whether the next request is only waiting for the last response to be sent."""
        self.can_write = asyncio.Event()
        self.can_write.set()
        self.is_paused = False

    # Events of the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit a connection, or refuse it."""
        self.transport = cast("asyncio.Transport", transport)
        self.server_state.connections.add(self)  # type: ignore[arg-type]
        self.deadlines = Deadlines(self.loop, self.transport)
        self.peer: tuple[str, int] = (transport.get_extra_info("peername") or ("", 0))[:2]
        set_user_timeout(transport)
        limits = self.settings.limits
        if self.settings.is_stopping:
            self.abort()
        elif status := limits.admit(transport, self.peer[0], self):
            if limits.reserve_refusal(transport):
                self.refuse(status)
            else:
                self.abort()
        else:
            self.deadlines.start("request", self.settings.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything."""
        self.deadlines.stop_all()
        held_seconds = self.penalty_until - self.loop.time()
        self.settings.limits.release_in(self.transport, held_seconds)
        self.server_state.connections.discard(self)
        if self.cycle is not None:
            self.cycle.disconnect()
            self.cycle = None
        self.state = State.CLOSING
        self.pending.clear()
        self.can_write.set()
        if exc is None:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse, or, while a request is in progress, buffer the data and stop reading."""
        if self.state is State.CLOSING:
            self._discard(len(data))
            return
        self.pending += data
        if self.state in (State.IDLE, State.HEAD, State.BODY):
            self._parse()
        else:
            self._pause_reading()

    def eof_received(self) -> None:
        """Close when the peer does: half-closed connections are not served."""

    def pause_writing(self) -> None:
        """The peer is not reading: start a deadline."""
        self.can_write.clear()
        self.deadlines.start("write", WRITE_TIMEOUT_SECONDS)

    def resume_writing(self) -> None:
        """The peer is reading again."""
        self.deadlines.stop("write")
        self.can_write.set()
        if self.is_next_due:
            self._next_request()

    def shutdown(self) -> None:
        """Close because the server is stopping; a response in progress gets a moment to finish."""
        self.is_last = True
        self.deadlines.start("stop", SHUTDOWN_SECONDS)
        if self.state not in IN_PROGRESS:
            self.transport.close()

    # Reading

    def _parse(self) -> None:
        """Parse as much as the state and the budget allow."""
        try:
            if self.state is State.IDLE and self.pending:
                self._begin_request()
            self.budget.charge(READ_COST_BYTES)
            if self.state is State.HEAD:
                self._parse_head()
            if self.state is State.BODY:
                self._parse_body()
        except RefusalError as error:
            self.refuse(error.status)

    def _begin_request(self) -> None:
        """Begin a request with its first byte; that starts its deadline."""
        self.state = State.HEAD
        self.conn, self.head, self.body = new_parser(), HeadScanner(), None
        self.budget = RequestBudget(self.settings.request_bytes)
        self.status = 0
        self.deadlines.stop("idle")
        self.deadlines.start("request", self.settings.request_seconds)

    def _parse_head(self) -> None:
        """Parse the head once it is complete, and queue for the application."""
        size = self.head.find_end(self.pending)
        if not size:
            return
        self.budget.charge(size)
        request, headers = parse_head(self.conn, bytes(self.pending[:size]))
        del self.pending[:size]
        accepting = None
        if wants_websocket(headers):
            accepting = accept_headers(request.method, request.http_version, headers)
        is_chunked = any(name == b"transfer-encoding" for name, _ in headers)
        self.body = BodyParser(self.conn, self.budget, is_chunked=is_chunked)
        client = client_of(self.peer, headers, self.settings.trusted)
        key = self._count_connection(client)
        begin = partial(self._run, self._scope(request, headers, client), accepting)
        self.state = State.QUEUED
        self.settings.request_turns.put(key, begin)

    def _count_connection(self, client: ClientAddress) -> str:
        """Count the connection for its client and return the limit key; may raise RefusalError."""
        limits = self.settings.limits
        limits.mark_busy(self.transport)
        if client.is_forwarded:
            self.is_forwarded = True
            if not limits.attribute(self.transport, client.address):
                raise RefusalError(429)
        return limits.keys.get(self.transport, PROXY)

    def _scope(self, event: h11.Request, headers: Headers, client: ClientAddress) -> Scope:
        """Build the ASGI scope of a request."""
        path, _, query = event.target.partition(b"?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": event.http_version.decode("ascii"),
            "server": self.transport.get_extra_info("sockname")[:2],
            "client": (client.address, client.port),
            "scheme": client.scheme,
            "method": event.method.decode("ascii"),
            "root_path": "",
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "headers": headers,
            "state": self.app_state.copy(),
        }

    def _run(self, scope: Scope, accepting: Headers | None) -> bool:
        """Run the application, unless the peer is gone; return whether it runs."""
        if self.state is not State.QUEUED or self.transport.is_closing():
            return False
        if accepting is not None:
            self._upgrade(scope, accepting)
            return True
        self.state = State.BODY
        self.cycle = RequestCycle(self, scope)
        task = self.loop.create_task(self.cycle.run(self.app))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)
        self._resume_reading()
        self._parse()
        return True

    def _upgrade(self, scope: Scope, accepting: Headers) -> None:
        """Turn the connection into a WebSocket; it stays counted."""
        if self.is_last:
            self.refuse(503)
            return
        self.deadlines.stop_all()
        self.server_state.connections.discard(self)
        self.state = State.CLOSING
        self._resume_reading()
        websocket = WebSocketConnection(self, scope, accepting)
        self.transport.set_protocol(websocket)
        websocket.begin(bytes(self.pending))

    def _parse_body(self) -> None:
        """Pass the body to the application, or skip it if the response is complete."""
        while self.state is State.BODY and self.body is not None:
            event = self.body.next_event(self.pending)
            if event is None:
                return
            if isinstance(event, h11.EndOfMessage):
                self._end_request()
            elif self.cycle is not None:
                self.cycle.add_body(bytes(event.data))
                if self.cycle.is_behind:
                    self._pause_reading()

    def _end_request(self) -> None:
        """Stop reading: the request is complete, and what came after it has to wait."""
        self.state = State.RESPONDING
        self.deadlines.stop("request")
        if self.cycle is not None:
            self.cycle.end_body()
        self.pending[:0] = self.conn.trailing_data[0]
        if self.pending:
            self._pause_reading()
        if self.status:
            self._wait_for_next()

    # What a request cycle calls

    @property
    def default_headers(self) -> list[tuple[bytes, bytes]]:
        """Headers of every response."""
        return self.server_state.default_headers

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self.transport.write(data)

    async def drain(self) -> None:
        """Wait until the peer has read enough."""
        await self.can_write.wait()

    def read_more(self) -> None:
        """Resume reading: the application has taken the buffered body."""
        if self.state is State.BODY:
            self._resume_reading()

    def abort(self) -> None:
        """Close immediately: the response cannot be finished, or another connection needs room."""
        self.transport.abort()

    def response_complete(self, status: int) -> None:
        """Get ready for the next request, or close."""
        self.server_state.total_requests += 1
        self.cycle, self.status = None, status
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            self.penalty_until = self.loop.time() + PENALTY_SECONDS
        if self.state is State.RESPONDING:
            self._wait_for_next()
        elif self.is_paused:  # skip the rest of the body
            self._resume_reading()

    def _wait_for_next(self) -> None:
        """Read the next request in the next turn, or after a penalty; or close."""
        states = self.conn.states
        if self.is_last or states != {h11.CLIENT: h11.DONE, h11.SERVER: h11.DONE}:
            self._close_gracefully()
            return
        self.state = State.WAITING
        penalty_seconds = self.penalty_until - self.loop.time()
        if penalty_seconds > 0:
            self._pause_reading()
            self.deadlines.start("penalty", penalty_seconds, self._next_request)
        else:
            self.loop.call_soon(self._next_request)

    def _next_request(self) -> None:
        """Begin the next request once the last response is sent."""
        self.deadlines.stop("penalty")
        if self.state is not State.WAITING or self.transport.is_closing():
            return
        self.is_next_due = not self.can_write.is_set()
        if self.is_next_due:
            return
        self.state = State.IDLE
        limits = self.settings.limits
        if self.is_forwarded:
            self.is_forwarded = False
            limits.attribute(self.transport, PROXY)
        limits.mark_idle(self.transport, self)
        self.deadlines.start("idle", KEEP_ALIVE_SECONDS)
        self._resume_reading()
        self._parse()

    # Closing

    def refuse(self, status: int) -> None:
        """Respond without the application, and close."""
        self.state = State.CLOSING
        if self.cycle is not None:
            self.cycle.disconnect()
            if self.cycle.status:  # the response has begun
                self.transport.abort()
                return
        if not self.status:
            self.transport.write(refusal(status, retry_seconds=self.settings.request_seconds))
        self._close_gracefully()

    def _close_gracefully(self) -> None:
        """Close when the peer has read the last response, or after a timeout.

        Closing immediately with unread bytes would send a reset, and the peer would lose the
        response.
        """
        self.state = State.CLOSING
        self.discarded_bytes = len(self.pending)
        self.pending.clear()
        self._resume_reading()
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()
        self.deadlines.start("close", CLOSE_TIMEOUT_SECONDS)

    def _discard(self, size: int) -> None:
        """Discard what arrives after the last response, but not without limit."""
        self.discarded_bytes += size
        if self.discarded_bytes > MAX_DISCARDED_BYTES:
            self._pause_reading()

    def _pause_reading(self) -> None:
        if not self.is_paused and not self.transport.is_closing():
            self.is_paused = True
            self.transport.pause_reading()

    def _resume_reading(self) -> None:
        if self.is_paused and not self.transport.is_closing():
            self.is_paused = False
            self.transport.resume_reading()


def set_user_timeout(transport: asyncio.BaseTransport) -> None:
    """Have the system drop a peer that acknowledges nothing (`TCP_USER_TIMEOUT`), if it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError, AttributeError):
            milliseconds = round(1000 * (WRITE_TIMEOUT_SECONDS + CLOSE_TIMEOUT_SECONDS))
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds
            )
