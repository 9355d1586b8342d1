"""A WebSocket connection, from the handshake to the close frame."""

import asyncio
import logging
from collections import deque
from enum import Enum, IntEnum, auto
from http import HTTPStatus
from typing import TYPE_CHECKING

from punto.server.base_path import App, Message, Scope
from punto.server.transport import frames
from punto.server.transport.budget import BudgetError, Deadlines, FrameBudget
from punto.server.transport.frames import FrameError, FrameParser
from punto.server.transport.responses import Headers, response_head
from punto.server.transport.settings import (
    CLOSE_TIMEOUT_SECONDS,
    MAX_HEAD_BYTES,
    MAX_MESSAGE_BYTES,
    PENALTY_SECONDS,
    WRITE_TIMEOUT_SECONDS,
)

if TYPE_CHECKING:
    from punto.server.transport.http import HttpConnection

PING_AFTER_SECONDS = 5.0
"""Heartbeat: a peer that has been silent for this long is sent a ping."""

PONG_TIMEOUT_SECONDS = 8.0
"""Heartbeat: how long the peer has to send anything before the connection counts as dead."""

CHECK_SECONDS = 1.0
"""Heartbeat: how often to check while a peer is silent."""

MAX_QUEUED_MESSAGES = 1
"""Backpressure: how many messages may wait for the application before reading stops."""

DENIAL_HEADERS = ((b"cache-control", b"no-store"), (b"connection", b"close"))

log = logging.getLogger("punto.transport")
access_log = logging.getLogger("uvicorn.access")


class CloseCode(IntEnum):
    """Why a WebSocket is closed (RFC 6455, section 7.4.1)."""

    NORMAL = 1000
    NO_CODE = 1005
    ABNORMAL = 1006
    BAD_TEXT = 1007
    POLICY = 1008
    FAILED = 1011
    RESTART = 1012


class State(Enum):
    """The states of a WebSocket, as in RFC 6455."""

    CONNECTING = auto()
    """The application has not accepted or refused the handshake yet."""
    OPEN = auto()
    CLOSING = auto()
    """A close frame or a refusal was sent; the connection is about to end."""
    CLOSED = auto()


class DisconnectedError(OSError):
    """The application sends to a peer that is gone; ASGI demands an OSError."""


class WebSocketConnection(asyncio.Protocol):
    """One WebSocket.

    The application finds it in its scope as `state["channel"]` (a `ClientChannel` of
    `punto.server.live.client`): `send_text` and `receive` go straight to the socket, because an
    ASGI message for every move would take too long. `asgi_receive` and `asgi_send` serve every
    other ASGI application.
    """

    def __init__(self, http: "HttpConnection", scope: Scope, accept_headers: Headers) -> None:
        self.transport, self.loop, self.app = http.transport, http.loop, http.app
        self.settings, self.server_state = http.settings, http.server_state
        self.accept_headers = accept_headers
        self.scope: Scope = {
            **scope,
            "type": "websocket",
            "scheme": "wss" if scope["scheme"] == "https" else "ws",
            "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
        }
        self.scope["state"]["channel"] = self
        self.state = State.CONNECTING
        self.parser = FrameParser(MAX_MESSAGE_BYTES, FrameBudget(self.settings.frame_limits))
        self.early_data = b""
        """Frames that arrived before the handshake was accepted."""
        self.messages: deque[str | bytes] = deque()
        self.has_ended = False
        """Whether `receive` will get no further messages."""
        self.close_code: int = CloseCode.ABNORMAL
        self.waiter: asyncio.Future[None] | None = None
        self.has_sent_connect = False
        self.denial: Message = {}
        self.corked: list[bytes] | None = None
        """What is sent in the same turn as the handshake, collected into one write."""
        self.can_write = asyncio.Event()
        self.can_write.set()
        self.is_paused = False
        self.penalty_until = 0.0
        """Loop time until which the connection still counts, although it is closed."""
        self.received_at = 0.0
        self.heartbeat_timer: asyncio.TimerHandle | None = None
        self.deadlines = Deadlines(self.loop, self.transport)

    def begin(self, early_data: bytes) -> None:
        """Run the application; it must accept or refuse the handshake before a deadline."""
        self.early_data = early_data
        self.server_state.connections.add(self)  # type: ignore[arg-type]
        self.deadlines.start("handshake", self.settings.request_seconds)
        task = self.loop.create_task(self._run(self.app))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def _run(self, app: App) -> None:
        try:
            await app(self.scope, self.asgi_receive, self.asgi_send)
        except DisconnectedError:
            pass
        except Exception:
            log.exception("unhandled error in the application; the WebSocket was closed")
            self._finish(CloseCode.FAILED)
        else:
            self._finish(CloseCode.NORMAL)
        self.scope["state"].pop("channel", None)  # break the reference cycle

    # Events of the socket

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything."""
        self.state = State.CLOSED
        self.deadlines.stop_all()
        if self.heartbeat_timer is not None:
            self.heartbeat_timer.cancel()
        held_seconds = self.penalty_until - self.loop.time()
        self.settings.limits.release_in(self.transport, held_seconds)
        self.server_state.connections.discard(self)
        self.can_write.set()
        self._end_messages()
        if exc is None:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse frames within the budget; after our close frame, only the peer's counts."""
        if self.state is State.CONNECTING:
            self.early_data += data
            if len(self.early_data) > MAX_HEAD_BYTES:
                self.transport.abort()
            return
        self.received_at = self.loop.time()
        try:
            for opcode, payload in self.parser.feed(data):
                if opcode in (frames.TEXT, frames.BINARY):
                    if self.state is State.OPEN:
                        self._deliver(payload.decode() if opcode == frames.TEXT else payload)
                elif opcode == frames.PING:
                    self.write(frames.frame(frames.PONG, payload))
                elif opcode == frames.CLOSE:
                    self._answer_close(frames.close_code(payload))
                    return
        except BudgetError:
            self._fail(CloseCode.POLICY, "too many frames or bytes")
        except FrameError as error:
            self._fail(error.code, str(error))
        except UnicodeDecodeError:
            self._fail(CloseCode.BAD_TEXT, "text must be UTF-8")

    def pause_writing(self) -> None:
        """The peer is not reading: start a deadline."""
        self.can_write.clear()
        self.deadlines.start("write", WRITE_TIMEOUT_SECONDS)

    def resume_writing(self) -> None:
        """The peer is reading again."""
        self.deadlines.stop("write")
        self.can_write.set()

    def shutdown(self) -> None:
        """Close because the server is stopping."""
        self._close(CloseCode.RESTART)
        self._uncork()
        self.deadlines.start("close", CLOSE_TIMEOUT_SECONDS)
        self.transport.close()

    # What the application calls

    async def receive(self) -> str | bytes | None:
        """Wait for the next message, and for a turn; None if there will be no more."""
        if self.has_ended and not self.messages:
            return None
        self.waiter = self.loop.create_future()
        if self.messages:
            self.settings.message_turns.put(self.waiter)
        try:
            await self.waiter
        finally:
            self.waiter = None
        if not self.messages:
            return None
        message = self.messages.popleft()
        if self.is_paused and len(self.messages) <= MAX_QUEUED_MESSAGES:
            self.is_paused = False
            if not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    def send_text(self, text: str) -> int:
        """Send a text after all others; return how many bytes wait for the peer to read them."""
        return self.write(self.settings.text_frames.frame_of(text))

    def write(self, frame: bytes) -> int:
        """Send a frame after all others; return how many bytes wait for the peer to read them."""
        if self.corked is not None:
            self.corked.append(frame)
        elif self.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(frame)
        return self.transport.get_write_buffer_size()

    def stop_receiving(self) -> None:
        """Take no more messages; `receive` returns None after those that have come."""
        self._end_messages()

    async def close(self, code: int, reason: str) -> None:
        """Send a close frame after everything else."""
        self._close(code, reason)

    async def asgi_receive(self) -> Message:
        """Receive as ASGI does."""
        if not self.has_sent_connect:
            self.has_sent_connect = True
            return {"type": "websocket.connect"}
        message = await self.receive()
        if message is None:
            return {"type": "websocket.disconnect", "code": self.close_code}
        kind = "text" if isinstance(message, str) else "bytes"
        return {"type": "websocket.receive", kind: message}

    async def asgi_send(self, message: Message) -> None:
        """Send as ASGI does."""
        match message["type"]:
            case "websocket.accept":
                self._accept(message.get("headers", []))
            case "websocket.send":
                if self.state is not State.OPEN:
                    raise DisconnectedError
                text, data = message.get("text"), message.get("bytes")
                self.write(
                    frames.frame(frames.BINARY, data or b"")
                    if text is None
                    else frames.text_frame(text)
                )
                await self.can_write.wait()
            case "websocket.close":
                self._close(message.get("code", CloseCode.NORMAL), message.get("reason") or "")
            case "websocket.http.response.start":
                self.denial = message
            case "websocket.http.response.body":
                self._deny(self.denial["status"], self.denial["headers"], message.get("body", b""))
            case kind:
                raise RuntimeError(f"unexpected ASGI message {kind}")

    # The handshake

    def _accept(self, headers: Headers) -> None:
        if self.state is not State.CONNECTING:
            return
        self.state = State.OPEN
        self.deadlines.stop("handshake")
        all_headers = [*self.accept_headers, *self.server_state.default_headers, *headers]
        self._log_access(101)
        # A client that joins a table gets three messages at once, and every write is a system call.
        self.corked = [response_head(101, all_headers)]
        self.loop.call_soon(self._uncork)
        self.received_at = self.loop.time()
        self.heartbeat_timer = self.loop.call_later(PING_AFTER_SECONDS, self._send_heartbeat)
        if self.early_data:
            early_data, self.early_data = self.early_data, b""
            self.data_received(early_data)

    def _uncork(self) -> None:
        """Write everything collected since the handshake."""
        corked, self.corked = self.corked, None
        if corked and not self.transport.is_closing():
            self.transport.write(b"".join(corked))

    def _deny(self, status: int, headers: Headers, body: bytes) -> None:
        """Refuse the handshake with an HTTP response, and close once the peer has read it."""
        if self.state is not State.CONNECTING:
            return
        self.state = State.CLOSING
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            self.penalty_until = self.loop.time() + PENALTY_SECONDS
        self._log_access(status)
        others = [pair for pair in headers if pair[0].lower() != b"cache-control"]
        all_headers = [*self.server_state.default_headers, *others, *DENIAL_HEADERS]
        self.transport.write(response_head(status, all_headers) + body)
        self.deadlines.start("close", CLOSE_TIMEOUT_SECONDS)
        self.transport.close()
        self._end_messages()

    def _log_access(self, status: int) -> None:
        client, path = self.scope["client"][0], self.scope["path"]
        access_log.info('%s - "WebSocket %s" %d', client, path, status)

    # Messages

    def _deliver(self, message: str | bytes) -> None:
        """Queue a message; stop reading while too many wait for the application (backpressure)."""
        if self.has_ended:
            return
        self.messages.append(message)
        if len(self.messages) == 1 and self.waiter is not None:
            self.settings.message_turns.put(self.waiter)
        elif len(self.messages) > MAX_QUEUED_MESSAGES and not self.is_paused:
            self.is_paused = True
            self.transport.pause_reading()

    def _end_messages(self) -> None:
        self.has_ended = True
        if self.waiter is not None and not self.waiter.done() and not self.messages:
            self.waiter.set_result(None)  # the end need not wait for its turn

    # Closing

    def _send_heartbeat(self) -> None:
        """Heartbeat: ping a silent peer. Whatever it sends next proves that it is alive."""
        silent_seconds = self.loop.time() - self.received_at
        if self.is_paused or silent_seconds < PING_AFTER_SECONDS:
            self.deadlines.stop("pong")
        elif "pong" not in self.deadlines.running:
            self.write(frames.frame(frames.PING, b""))
            self.deadlines.start("pong", PONG_TIMEOUT_SECONDS)
        wait_seconds = (
            PING_AFTER_SECONDS - silent_seconds if silent_seconds < PING_AFTER_SECONDS else 1.0
        )
        self.heartbeat_timer = self.loop.call_later(wait_seconds, self._send_heartbeat)

    def _finish(self, code: int) -> None:
        """Close because the application has returned, unless it has closed already."""
        if self.state in (State.CONNECTING, State.OPEN):
            self._close(code)

    def _fail(self, code: int, reason: str) -> None:
        """Close because the peer broke the protocol; abort if it does so while closing."""
        if self.state is State.CLOSING:
            self.transport.abort()
        else:
            self._close(code, reason)

    def _close(self, code: int, reason: str = "") -> None:
        """Send a close frame, and wait a moment for the peer's."""
        if self.state is State.CONNECTING:
            status = (
                403
                if code not in (CloseCode.FAILED, CloseCode.RESTART)
                else 500
                if code == CloseCode.FAILED
                else 503
            )
            self._deny(status, [(b"content-length", b"0")], b"")
        elif self.state is State.OPEN:
            self.write(frames.close_frame(code, reason))
            self.state = State.CLOSING
            self.close_code = code
            self.deadlines.start("close", CLOSE_TIMEOUT_SECONDS)
            self._end_messages()

    def _answer_close(self, code: int) -> None:
        """Handle the peer's close frame: it closes, or answers ours."""
        if self.state is State.OPEN:
            self.write(frames.close_frame(CloseCode.NORMAL if code == CloseCode.NO_CODE else code))
            self.state = State.CLOSING
            self.close_code = code
            self._end_messages()
        self.deadlines.start("close", CLOSE_TIMEOUT_SECONDS)
        self._uncork()
        self.transport.close()
