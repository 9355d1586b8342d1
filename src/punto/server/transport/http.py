"""An HTTP/1.1 connection: one request after the other, until it becomes a WebSocket."""

import asyncio
import socket
from contextlib import suppress
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

import h11
import uvicorn
from uvicorn.server import ServerState

from punto.server.mounting import Scope
from punto.server.transport.connection_limits import PROXY
from punto.server.transport.deadlines import Deadlines
from punto.server.transport.forwarded import Origin, origin_of
from punto.server.transport.handshake import (
    HandshakeError,
    Headers,
    accept_headers,
    response_head,
    wants_websocket,
)
from punto.server.transport.request import RequestCycle
from punto.server.transport.settings import (
    FAREWELL_SECONDS,
    HEAD_BYTES,
    HEAD_LINES,
    KEEP_ALIVE_SECONDS,
    PENALTY_SECONDS,
    STUCK_SECONDS,
    TransportSettings,
)
from punto.server.transport.websocket import WebSocketConnection

END_OF_HEAD = b"\r\n\r\n"
PIECE_BYTES = 8_192
"""A body is parsed in pieces of this size, and a trailer is not longer: every line of it costs."""

CHUNKS = 1_000
"""The most chunks of one body: every one costs time to parse."""

SENTENCES = {
    400: "This is not a request of HTTP/1.1.",
    413: "This request is too long.",
    426: "This server speaks version 13 of WebSocket.",
    429: "There are too many connections from your address: close some, or try again later.",
    431: "The head of this request is too long.",
    501: "This transfer encoding is unknown here.",
    503: "There are too many connections to this server: try again later.",
}


class State(Enum):
    """What a connection does just now."""

    IDLE = auto()
    """No byte of the next request has come."""
    HEAD = auto()
    """The head of a request is coming."""
    BODY = auto()
    """The application runs, and the body of its request is coming."""
    RESPONDING = auto()
    """The request is whole; nothing more is read until it is answered and the answer is sent."""
    WAITING = auto()
    """It is answered; the next request is read in a moment."""
    CLOSING = auto()
    """The last answer is on its way; what still comes is thrown away."""


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
        self.conn = new_parser()
        self.state = State.IDLE
        self.pending = bytearray()
        """Bytes that have come and are not parsed yet."""
        self.request_bytes = self.chunks = 0
        """What was spent of the budget of this request."""
        self.cycle: RequestCycle | None = None
        self.status = 0
        """The status of the answer to this request, when it is complete."""
        self.is_forwarded = False
        """Whether the connection is counted for somebody a proxy speaks for."""
        self.is_last = False
        """Whether the connection is closed after this answer."""
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
        if status := self.settings.limits.admit(transport, self.peer[0], self):
            self.refuse(status)
        else:
            self.deadlines.start("request", self.settings.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything."""
        self.deadlines.stop_all()
        self.settings.limits.release(self.transport)
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
        """Parse what came; while an answer is under way, only keep it and stop reading."""
        if self.state is State.CLOSING or self.is_last:
            return
        self.pending += data
        if self.state in (State.RESPONDING, State.WAITING):
            self._pause_reading()
        else:
            self._parse()

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
        """Close, after the answer that is under way: the server stops."""
        self.is_last = True
        if self.state not in (State.BODY, State.RESPONDING):
            self.transport.close()

    # Reading

    def _parse(self) -> None:
        """Parse as far as the state and the budget allow."""
        if self.state is State.IDLE:
            self._begin()
        if self.state is State.HEAD:
            self._parse_head()
        if self.state is State.BODY:
            self._parse_body()

    def _begin(self) -> None:
        """Begin a request with its first byte; from then on it has to arrive in time."""
        while self.pending.startswith(b"\r\n"):  # as some clients send after a body
            del self.pending[:2]
        if self.pending:
            self.state = State.HEAD
            self.request_bytes = self.chunks = self.status = 0
            self.deadlines.stop("idle")
            self.deadlines.start("request", self.settings.request_seconds)

    def _parse_head(self) -> None:
        """Find the end of the head; only a head within its limits is parsed at all."""
        end = self.pending.find(END_OF_HEAD, 0, HEAD_BYTES)
        size = len(self.pending) if end < 0 else end + len(END_OF_HEAD)
        if not self.pending[:1].isalpha():  # no method begins like that
            self.refuse(400)
        elif size > HEAD_BYTES or self.pending.count(b"\n", 0, size) > HEAD_LINES:
            self.refuse(431)
        elif end >= 0:
            head = bytes(self.pending[:size])
            del self.pending[:size]
            self.request_bytes = size
            try:
                self._take_head(head)
            except (h11.RemoteProtocolError, HandshakeError) as error:
                self.refuse(error.error_status_hint)

    def _take_head(self, head: bytes) -> None:
        """Parse a head, and run the application for it."""
        self.conn.receive_data(head)
        event = self.conn.next_event()
        if not isinstance(event, h11.Request):
            raise h11.RemoteProtocolError("there is no request")
        headers = list(event.headers)
        reject_ambiguous(event.http_version, headers)
        is_websocket = wants_websocket(headers)
        accepting = (
            accept_headers(event.method, event.http_version, headers) if is_websocket else []
        )
        origin = origin_of(self.peer, headers, self.settings.trusted)
        limits = self.settings.limits
        limits.mark_busy(self.transport)
        if origin.is_forwarded:
            self.is_forwarded = True
            if not limits.attribute(self.transport, origin.address):
                self.refuse(429)
                return
        scope = self._scope(event, headers, origin)
        if is_websocket:
            self._upgrade(scope, accepting)
        else:
            self._run(scope)

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

    def _run(self, scope: Scope) -> None:
        self.state = State.BODY
        self.cycle = RequestCycle(self, scope)
        task = self.loop.create_task(self.cycle.run(self.app))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    def _upgrade(self, scope: Scope, accepting: Headers) -> None:
        """Hand the connection over to a WebSocket; it stays counted."""
        self.deadlines.stop_all()
        self.server_state.connections.discard(self)
        self.state = State.CLOSING
        websocket = WebSocketConnection(self, scope, accepting)
        self.transport.set_protocol(websocket)
        websocket.begin(bytes(self.pending))

    def _parse_body(self) -> None:
        """Parse a body piece by piece; head, chunks and trailer share one budget of bytes."""
        while self.state is State.BODY:
            try:
                event = self.conn.next_event()
            except h11.RemoteProtocolError as error:
                self.refuse(413 if error.error_status_hint == 431 else error.error_status_hint)
                return
            cycle = self.cycle  # None once it is answered: the rest of the body is skipped
            if isinstance(event, h11.EndOfMessage):
                self._end_request()
            elif isinstance(event, h11.Data):
                self.chunks += event.chunk_start
                if cycle is not None:
                    cycle.add_body(bytes(event.data))
            elif not self.pending:
                break
            else:
                piece = bytes(self.pending[:PIECE_BYTES])
                del self.pending[: len(piece)]
                self.request_bytes += len(piece)
                self.conn.receive_data(piece)
            if self.chunks > CHUNKS or self.request_bytes > self.settings.request_bytes:
                self.refuse(413)
            elif self.state is State.BODY and cycle is not None and cycle.is_behind:
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
        if self.status == HTTPStatus.TOO_MANY_REQUESTS:
            self._pause_reading()
            self.loop.call_later(PENALTY_SECONDS, self._next_request)
        else:
            self.loop.call_soon(self._next_request)

    def _next_request(self) -> None:
        """Begin the next request as soon as the last answer is sent."""
        if self.state is not State.WAITING or self.transport.is_closing():
            return
        self.is_next_due = not self.can_write.is_set()
        if self.is_next_due:
            return
        self.conn = new_parser()
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
        self.pending.clear()
        self._resume_reading()
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()
        self.deadlines.start("farewell", FAREWELL_SECONDS)

    def _pause_reading(self) -> None:
        if not self.is_paused and not self.transport.is_closing():
            self.is_paused = True
            self.transport.pause_reading()

    def _resume_reading(self) -> None:
        if self.is_paused and not self.transport.is_closing():
            self.is_paused = False
            self.transport.resume_reading()


def new_parser() -> h11.Connection:
    """Make a parser for one request.

    It gets heads whole, so only a chunk's header or a trailer can be incomplete: these are short.
    """
    return h11.Connection(h11.SERVER, PIECE_BYTES)


def reject_ambiguous(version: bytes, headers: Headers) -> None:
    """Refuse what a proxy could read in another way than we do, beyond what h11 refuses."""
    if version not in (b"1.0", b"1.1"):
        raise h11.RemoteProtocolError("another version")
    names = [name for name, _ in headers]
    if b"transfer-encoding" in names and (version == b"1.0" or b"content-length" in names):
        raise h11.RemoteProtocolError("ambiguous length")
    if names.count(b"host") > 1:
        raise h11.RemoteProtocolError("more than one host")


def refusal(status: int, retry_seconds: float) -> bytes:
    """Write an answer that needs no application."""
    words = SENTENCES.get(status, SENTENCES[400]).encode()
    headers = [
        (b"server", b"punto"),
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(words)),
        (b"retry-after", b"%d" % max(1, round(retry_seconds))),
        (b"connection", b"close"),
    ]
    return response_head(status, headers) + words


def detect_dead_peer(transport: asyncio.BaseTransport) -> None:
    """Have the system give up on a peer that acknowledges nothing, where it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError, AttributeError):
            milliseconds = round(1000 * (STUCK_SECONDS + FAREWELL_SECONDS))
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds
            )
