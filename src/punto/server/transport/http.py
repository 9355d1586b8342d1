"""An HTTP/1.1 connection: one request after the other, until it becomes a WebSocket."""

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
from punto.server.transport.addresses import Origin, origin_of
from punto.server.transport.budget import READ_BYTES, Deadlines, RequestBudget
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
    FAREWELL_BYTES,
    FAREWELL_SECONDS,
    KEEP_ALIVE_SECONDS,
    PENALTY_SECONDS,
    STOP_SECONDS,
    STUCK_SECONDS,
    TransportSettings,
)
from punto.server.transport.websocket import WebSocketConnection


class State(Enum):
    """What a connection does just now."""

    IDLE = auto()
    """No byte of the next request has come."""
    HEAD = auto()
    """The head of a request is coming."""
    QUEUED = auto()
    """The head is parsed; the application runs when it is the turn of this address."""
    BODY = auto()
    """The application runs, and the body of its request is coming."""
    RESPONDING = auto()
    """The request is whole; nothing more is read until it is answered and the answer is sent."""
    WAITING = auto()
    """It is answered; the next request is read in a moment."""
    CLOSING = auto()
    """The last answer is on its way; some of what still comes is thrown away."""


UNDER_WAY = (State.QUEUED, State.BODY, State.RESPONDING)
"""There is a request to be answered."""


class HttpConnection(asyncio.Protocol):
    """Counts bytes before it parses them, and answers requests one at a time.

    uvicorn makes one for every connection, with the arguments before the `*`.
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
        """Bytes that have come and are not parsed yet."""
        self.conn = new_parser()
        self.budget = RequestBudget(settings.request_bytes)
        self.head = HeadScanner()
        self.body: BodyParser | None = None
        self.cycle: RequestCycle | None = None
        self.status = 0
        """The status of the answer to this request, when it is complete."""
        self.is_forwarded = False
        """Whether the connection is counted for somebody a proxy speaks for."""
        self.is_last = False
        """Whether the connection is closed after this answer."""
        self.penalty_until = 0.0
        """Until when the next request waits and a closed connection keeps its place, on the
        loop's clock."""
        self.discarded_bytes = 0
        """What was thrown away while closing."""
        self.is_next_due = False
        """Whether the next request may begin as soon as the last answer is sent."""
        self.can_write = asyncio.Event()
        self.can_write.set()
        self.is_paused = False

    # Events of the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit a connection, or say why not."""
        self.transport = cast("asyncio.Transport", transport)
        self.server_state.connections.add(self)  # type: ignore[arg-type]
        self.deadlines = Deadlines(self.loop, self.transport)
        self.peer: tuple[str, int] = (transport.get_extra_info("peername") or ("", 0))[:2]
        detect_dead_peer(transport)
        limits = self.settings.limits
        if self.settings.is_stopping:
            self.abort()
        elif status := limits.admit(transport, self.peer[0], self):
            if limits.may_be_told(transport):
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
        """Parse what came; while a request waits or is answered, only keep it and stop reading."""
        if self.state is State.CLOSING:
            self._discard(len(data))
            return
        self.pending += data
        if self.state in (State.IDLE, State.HEAD, State.BODY):
            self._parse()
        else:
            self._pause_reading()

    def eof_received(self) -> None:
        """Close with the peer: half-closed connections are not served."""

    def pause_writing(self) -> None:
        """The peer does not read: wait for a while."""
        self.can_write.clear()
        self.deadlines.start("stuck", STUCK_SECONDS)

    def resume_writing(self) -> None:
        """The peer reads again."""
        self.deadlines.stop("stuck")
        self.can_write.set()
        if self.is_next_due:
            self._next_request()

    def hang_up(self) -> None:
        """Be closed to make room for another connection."""
        self.transport.abort()

    def shutdown(self) -> None:
        """Close, after the answer that is under way if it comes soon: the server stops."""
        self.is_last = True
        self.deadlines.start("stop", STOP_SECONDS)
        if self.state not in UNDER_WAY:
            self.transport.close()

    # Reading

    def _parse(self) -> None:
        """Parse as far as the state and the budget allow."""
        try:
            if self.state is State.IDLE and self.pending:
                self._begin()
            self.budget.charge(READ_BYTES)
            if self.state is State.HEAD:
                self._parse_head()
            if self.state is State.BODY:
                self._parse_body()
        except RefusalError as error:
            self.refuse(error.status)

    def _begin(self) -> None:
        """Begin a request with its first byte; from then on it has to arrive in time."""
        self.state = State.HEAD
        self.conn, self.head, self.body = new_parser(), HeadScanner(), None
        self.budget = RequestBudget(self.settings.request_bytes)
        self.status = 0
        self.deadlines.stop("idle")
        self.deadlines.start("request", self.settings.request_seconds)

    def _parse_head(self) -> None:
        """Parse a head when it is whole, and wait for a turn of the application."""
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
        origin = origin_of(self.peer, headers, self.settings.trusted)
        visitor = self._visitor(origin)
        begin = partial(self._run, self._scope(request, headers, origin), accepting)
        self.state = State.QUEUED
        self.settings.requests.put(visitor, begin)

    def _visitor(self, origin: Origin) -> str:
        """Count the connection for whoever asks; raises RefusalError if there is no room."""
        limits = self.settings.limits
        limits.mark_busy(self.transport)
        if origin.is_forwarded:
            self.is_forwarded = True
            if not limits.attribute(self.transport, origin.address):
                raise RefusalError(429)
        return limits.visitors.get(self.transport, PROXY)

    def _scope(self, event: h11.Request, headers: Headers, origin: Origin) -> Scope:
        """Describe a request to the application."""
        path, _, query = event.target.partition(b"?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": event.http_version.decode("ascii"),
            "server": self.transport.get_extra_info("sockname")[:2],
            "client": (origin.address, origin.port),
            "scheme": origin.scheme,
            "method": event.method.decode("ascii"),
            "root_path": "",
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "headers": headers,
            "state": self.app_state.copy(),
        }

    def _run(self, scope: Scope, accepting: Headers | None) -> bool:
        """Run the application, if somebody still waits for its answer."""
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
        """Hand the connection over to a WebSocket; it stays counted."""
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
        """Give the application its body; if it has answered already, skip the rest."""
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
        """The request is whole; what came behind it waits, and nothing more is read."""
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
        """Headers of every answer."""
        return self.server_state.default_headers

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self.transport.write(data)

    async def drain(self) -> None:
        """Wait until the peer has read enough."""
        await self.can_write.wait()

    def read_more(self) -> None:
        """Read on: the application has taken the body that waited."""
        if self.state is State.BODY:
            self._resume_reading()

    def abort(self) -> None:
        """Close at once: the answer cannot be finished."""
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
        """Go on with the next request in the next turn, or after a penalty; or close."""
        states = self.conn.states
        if self.is_last or states != {h11.CLIENT: h11.DONE, h11.SERVER: h11.DONE}:
            self._close_gently()
            return
        self.state = State.WAITING
        penalty_seconds = self.penalty_until - self.loop.time()
        if penalty_seconds > 0:
            self._pause_reading()
            self.deadlines.start("penalty", penalty_seconds, self._next_request)
        else:
            self.loop.call_soon(self._next_request)

    def _next_request(self) -> None:
        """Begin the next request as soon as the last answer is sent."""
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
        """Answer without the application, and close."""
        self.state = State.CLOSING
        if self.cycle is not None:
            self.cycle.disconnect()
            if self.cycle.status:  # half an answer cannot be taken back
                self.transport.abort()
                return
        if not self.status:
            self.transport.write(refusal(status, retry_seconds=self.settings.request_seconds))
        self._close_gently()

    def _close_gently(self) -> None:
        """Close when the last answer is read, or soon.

        Closed at once, with bytes unread, the peer would get a reset instead of the answer.
        """
        self.state = State.CLOSING
        self.discarded_bytes = len(self.pending)
        self.pending.clear()
        self._resume_reading()
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()
        self.deadlines.start("farewell", FAREWELL_SECONDS)

    def _discard(self, size: int) -> None:
        """Throw away what comes behind the last answer, but do not read on for ever."""
        self.discarded_bytes += size
        if self.discarded_bytes > FAREWELL_BYTES:
            self._pause_reading()

    def _pause_reading(self) -> None:
        if not self.is_paused and not self.transport.is_closing():
            self.is_paused = True
            self.transport.pause_reading()

    def _resume_reading(self) -> None:
        if self.is_paused and not self.transport.is_closing():
            self.is_paused = False
            self.transport.resume_reading()


def detect_dead_peer(transport: asyncio.BaseTransport) -> None:
    """Have the system give up on a peer that acknowledges nothing, where it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError, AttributeError):
            milliseconds = round(1000 * (STUCK_SECONDS + FAREWELL_SECONDS))
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds
            )
