"""A WebSocket connection, from the handshake to the close frame."""

import asyncio
import logging
from collections import deque
from enum import Enum, auto
from http import HTTPStatus
from typing import TYPE_CHECKING

from punto.server.base_path import App, Message, Scope
from punto.server.transport import frames
from punto.server.transport.budget import BudgetError, Deadlines, FrameBudget
from punto.server.transport.frames import FrameError, FrameParser
from punto.server.transport.responses import Headers, response_head
from punto.server.transport.settings import (
    FAREWELL_SECONDS,
    HEAD_BYTES,
    MESSAGE_BYTES,
    PENALTY_SECONDS,
    STUCK_SECONDS,
)

if TYPE_CHECKING:
    from punto.server.transport.http import HttpConnection

PING_SECONDS = 5.0
"""A peer that was silent for so long is sent a ping."""

PONG_SECONDS = 8.0
"""How long it has to say anything; then the connection is dead."""

MESSAGES_AHEAD = 1
"""So many messages may wait for the application before reading stops."""

NORMAL, NO_CODE, ABNORMAL, BAD_TEXT, POLICY, FAILED, RESTART = (
    *(1000, 1005, 1006, 1007, 1008),
    *(1011, 1012),
)

DENIAL_HEADERS = ((b"cache-control", b"no-store"), (b"connection", b"close"))

log = logging.getLogger("punto.transport")
access_log = logging.getLogger("uvicorn.access")


class State(Enum):
    """The states of RFC 6455."""

    CONNECTING = auto()
    """The application has not answered the handshake yet."""
    OPEN = auto()
    CLOSING = auto()
    """A close frame or a refusal was sent; only the end of the connection is waited for."""
    CLOSED = auto()


class DisconnectedError(OSError):
    """The application sends to somebody who is gone; ASGI asks for an OSError."""


class WebSocketConnection(asyncio.Protocol):
    """One WebSocket.

    The application finds it in its scope as `state["channel"]` (a `ClientChannel` of
    `punto.server.live.client`): `send_text` and `receive` go straight to the socket, because an
    ASGI message for every move would take too long. `asgi_receive` and `asgi_send` serve every
    other ASGI application.
    """

    def __init__(self, http: "HttpConnection", scope: Scope, accepting: Headers) -> None:
        self.transport, self.loop, self.app = http.transport, http.loop, http.app
        self.settings, self.server_state = http.settings, http.server_state
        self.accepting = accepting
        self.scope: Scope = {
            **scope,
            "type": "websocket",
            "scheme": "wss" if scope["scheme"] == "https" else "ws",
            "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
        }
        self.scope["state"]["channel"] = self
        self.state = State.CONNECTING
        self.parser = FrameParser(MESSAGE_BYTES, FrameBudget(self.settings.frames))
        self.early = b""
        """Frames that came before the handshake was answered."""
        self.messages: deque[str | bytes] = deque()
        self.has_ended = False
        """Whether no more messages will come."""
        self.close_code = ABNORMAL
        self.waiter: asyncio.Future[None] | None = None
        self.knows_of_connect = False
        self.denial: Message = {}
        self.corked: list[bytes] | None = None
        """What is sent in the turn of the handshake, collected into one write."""
        self.can_write = asyncio.Event()
        self.can_write.set()
        self.is_paused = False
        self.penalty_until = 0.0
        """Until when a closed connection keeps its place, on the loop's clock."""
        self.heard_at = 0.0
        self.ping_timer: asyncio.TimerHandle | None = None
        self.deadlines = Deadlines(self.loop, self.transport)

    def begin(self, early: bytes) -> None:
        """Run the application; it must answer the handshake in time."""
        self.early = early
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
            log.exception("the application failed")
            self._finish(FAILED)
        else:
            self._finish(NORMAL)
        self.scope["state"].pop("channel", None)  # break the reference cycle

    # Events of the socket

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything."""
        self.state = State.CLOSED
        self.deadlines.stop_all()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
        held_seconds = self.penalty_until - self.loop.time()
        self.settings.limits.release_in(self.transport, held_seconds)
        self.server_state.connections.discard(self)
        self.can_write.set()
        self._end_messages()
        if exc is None:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse frames within the budget; after our own close frame only the peer's counts."""
        if self.state is State.CONNECTING:
            self.early += data
            if len(self.early) > HEAD_BYTES:
                self.transport.abort()
            return
        self.heard_at = self.loop.time()
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
            self._fail(POLICY, "too many frames or bytes")
        except FrameError as error:
            self._fail(error.code, str(error))
        except UnicodeDecodeError:
            self._fail(BAD_TEXT, "text is UTF-8")

    def pause_writing(self) -> None:
        """The peer does not read: wait for a while."""
        self.can_write.clear()
        self.deadlines.start("stuck", STUCK_SECONDS)

    def resume_writing(self) -> None:
        """The peer reads again."""
        self.deadlines.stop("stuck")
        self.can_write.set()

    def shutdown(self) -> None:
        """Close, because the server stops."""
        self._close(RESTART)
        self._uncork()
        self.deadlines.start("farewell", FAREWELL_SECONDS)
        self.transport.close()

    # What the application calls

    async def receive(self) -> str | bytes | None:
        """Wait for the next message, and for a turn; None if there will be no more."""
        if self.has_ended and not self.messages:
            return None
        self.waiter = self.loop.create_future()
        if self.messages:
            self.settings.turns.put(self.waiter)
        try:
            await self.waiter
        finally:
            self.waiter = None
        if not self.messages:
            return None
        message = self.messages.popleft()
        if self.is_paused and len(self.messages) <= MESSAGES_AHEAD:
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
        if not self.knows_of_connect:
            self.knows_of_connect = True
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
                self._close(message.get("code", NORMAL), message.get("reason") or "")
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
        all_headers = [*self.accepting, *self.server_state.default_headers, *headers]
        self._log_access(101)
        # Whoever joins a table is sent three messages at once: every write is a system call.
        self.corked = [response_head(101, all_headers)]
        self.loop.call_soon(self._uncork)
        self.heard_at = self.loop.time()
        self.ping_timer = self.loop.call_later(PING_SECONDS, self._keep_alive)
        if self.early:
            early, self.early = self.early, b""
            self.data_received(early)

    def _uncork(self) -> None:
        """Write what was collected since the handshake was accepted."""
        corked, self.corked = self.corked, None
        if corked and not self.transport.is_closing():
            self.transport.write(b"".join(corked))

    def _deny(self, status: int, headers: Headers, body: bytes) -> None:
        """Answer the handshake with an HTTP error, and close when that is read."""
        if self.state is not State.CONNECTING:
            return
        self.state = State.CLOSING
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            self.penalty_until = self.loop.time() + PENALTY_SECONDS
        self._log_access(status)
        others = [pair for pair in headers if pair[0].lower() != b"cache-control"]
        all_headers = [*self.server_state.default_headers, *others, *DENIAL_HEADERS]
        self.transport.write(response_head(status, all_headers) + body)
        self.deadlines.start("farewell", FAREWELL_SECONDS)
        self.transport.close()
        self._end_messages()

    def _log_access(self, status: int) -> None:
        client, path = self.scope["client"][0], self.scope["path"]
        access_log.info('%s - "WebSocket %s" %d', client, path, status)

    # Messages

    def _deliver(self, message: str | bytes) -> None:
        """Queue a message; stop reading from a peer that is ahead of the application."""
        if self.has_ended:
            return
        self.messages.append(message)
        if len(self.messages) == 1 and self.waiter is not None:
            self.settings.turns.put(self.waiter)
        elif len(self.messages) > MESSAGES_AHEAD and not self.is_paused:
            self.is_paused = True
            self.transport.pause_reading()

    def _end_messages(self) -> None:
        self.has_ended = True
        if self.waiter is not None and not self.waiter.done() and not self.messages:
            self.waiter.set_result(None)  # an end need not wait for its turn

    # Closing

    def _keep_alive(self) -> None:
        """Send a ping to a silent peer; whatever it says next shows that it is there."""
        silence = self.loop.time() - self.heard_at
        if self.is_paused or silence < PING_SECONDS:
            self.deadlines.stop("pong")
        elif "pong" not in self.deadlines.running:
            self.write(frames.frame(frames.PING, b""))
            self.deadlines.start("pong", PONG_SECONDS)
        wait = PING_SECONDS - silence if silence < PING_SECONDS else 1.0
        self.ping_timer = self.loop.call_later(wait, self._keep_alive)

    def _finish(self, code: int) -> None:
        """Close because the application has ended, unless it has closed by itself."""
        if self.state in (State.CONNECTING, State.OPEN):
            self._close(code)

    def _fail(self, code: int, reason: str) -> None:
        """Close because the peer broke the protocol; at once if it does so while closing."""
        if self.state is State.CLOSING:
            self.transport.abort()
        else:
            self._close(code, reason)

    def _close(self, code: int, reason: str = "") -> None:
        """Close from our side: send a close frame, and wait for the peer's, but not for long."""
        if self.state is State.CONNECTING:
            status = 403 if code not in (FAILED, RESTART) else 500 if code == FAILED else 503
            self._deny(status, [(b"content-length", b"0")], b"")
        elif self.state is State.OPEN:
            self.write(frames.close_frame(code, reason))
            self.state = State.CLOSING
            self.close_code = code
            self.deadlines.start("farewell", FAREWELL_SECONDS)
            self._end_messages()

    def _answer_close(self, code: int) -> None:
        """The peer closes, or answers our close frame."""
        if self.state is State.OPEN:
            self.write(frames.close_frame(NORMAL if code == NO_CODE else code))
            self.state = State.CLOSING
            self.close_code = code
            self._end_messages()
        self.deadlines.start("farewell", FAREWELL_SECONDS)
        self._uncork()
        self.transport.close()
