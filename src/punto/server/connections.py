"""Connections: they are counted, may not dawdle, and go when nobody reads what they are sent."""

import asyncio
import socket
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from punto.server.frames import TEXT, plain_frame, unmasked
from punto.server.gate import Gate

HEAD_BYTES = 32_768
"""How long the head of a request may be."""

STUCK_SECONDS = 10.0
"""How long somebody may read nothing of what waits for them."""

FAREWELL_SECONDS = 1.0
"""How long somebody who is sent away has to read why."""

SENTENCES = {
    429: "There are too many connections from your address: close some, or try again later.",
    431: "The head of this request is too long.",
    503: "There are too many connections to this server: try again later.",
}


class Timers:
    """Times after which a connection is cut, each with its name."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self.loop = loop
        self.transport = transport
        self.running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float) -> None:
        """Cut the connection after so many seconds, unless that is set already."""
        if name not in self.running:
            self.running[name] = self.loop.call_later(seconds, self.transport.abort)

    def stop(self, name: str) -> None:
        """Leave the connection be."""
        if timer := self.running.pop(name, None):
            timer.cancel()

    def stop_all(self) -> None:
        """Forget the connection."""
        for name in list(self.running):
            self.stop(name)


class Visit(HttpToolsProtocol):
    """A connection on which requests come one after the other, until it becomes a WebSocket."""

    def __init__(self, *, gate: Gate, patience: float, **rest: Any) -> None:
        super().__init__(**rest)
        self.gate = gate
        self.patience = patience
        self.refused = False
        self.head_bytes = 0
        self.in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a visitor in, or say why not."""
        super().connection_made(transport)
        self.timers = Timers(self.loop, transport)
        limit_silence(transport)
        if status := self.gate.refusal(transport, self.client[0] if self.client else "", self):
            self.refuse(status)
        else:
            self.timers.start("request", self.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of all that belongs to the connection."""
        self.timers.stop_all()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Make room for somebody else."""
        self.transport.abort()

    def refuse(self, status: int) -> None:
        """Say why no request is answered, and go when that is read, or soon."""
        self.refused = True
        words = SENTENCES[status].encode()
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nserver: punto\r\n"
            f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(words)}\r\n"
            f"retry-after: {max(1, round(self.patience))}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + words)
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()
        # Closed now, with a request unread, the other side would not get to read the answer.
        self.timers.start("farewell", FAREWELL_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Read on, but no head without end, and nothing of those who were refused."""
        if self.refused:
            return
        super().data_received(data)
        if self.in_head:
            self.head_bytes += len(data)
            if self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
                self.refuse(431)

    def eof_received(self) -> None:
        """Go, if only the farewell kept the connection."""
        if self.refused:
            self.transport.abort()
        super().eof_received()

    def on_message_begin(self) -> None:
        """Expect the rest of a request in time."""
        self.in_head, self.head_bytes = True, 0
        self.timers.start("request", self.patience)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Count as somebody who asked for something."""
        self.in_head = False
        self.gate.asked(self.transport)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Have the whole request."""
        self.timers.stop("request")
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Be the first to go while nothing more is asked for."""
        if not self.pipeline and not self.transport.get_write_buffer_size():
            self.gate.waits(self.transport, self)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; it stays counted."""
        self.timers.stop_all()
        self.gate.asked(self.transport)
        super().handle_websocket_upgrade()
        del self.parser  # it leads back here: without it this is gone at once

    def pause_writing(self) -> None:
        """Wait for somebody who does not read, but not for ever."""
        self.timers.start("stuck", STUCK_SECONDS)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Be read again."""
        self.timers.stop("stuck")
        super().resume_writing()


class Conversation(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket.

    The application finds it in its scope as the `line`, to be heard and written to without the
    detours that are too long for every move.
    """

    def __init__(self, *, gate: Gate, **rest: Any) -> None:
        super().__init__(**rest)
        self.gate = gate
        self.is_simple = True
        """Whether whole frames came; after the first that was not, the library reads them all."""
        self.heard_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over."""
        super().connection_made(transport)
        self.timers = Timers(self.loop, cast("asyncio.Transport", transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of all that belongs to the connection."""
        self.timers.stop_all()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Show the application this connection itself."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["state"]["line"] = self

    def data_received(self, data: bytes) -> None:
        """Take whole texts at once, and leave everything else to the library."""
        begin = self._take(data) if self.is_simple and self.handshake_initiated else 0
        if begin < len(data):
            super().data_received(data[begin:] if begin else data)

    def _take(self, data: bytes) -> int:
        """Take what is plain; tell where something begins that is not."""
        begin = 0
        while begin < len(data):
            mask, end = plain_frame(data, begin)
            if not end or not self.handshake_complete:
                self.is_simple = False
                break
            if data[begin] != TEXT:
                super().data_received(data[begin:end])
            elif not self.close_sent:
                try:
                    text = unmasked(data, mask, end).decode()
                except UnicodeDecodeError:
                    self.is_simple = False
                    break
                self.heard_at = self.loop.time()
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                self._pause_if_behind()
            begin = end
        return begin

    def _pause_if_behind(self) -> None:
        """Read no more of somebody who does not wait for answers: their messages would pile up."""
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def hear(self) -> str | bytes | None:
        """Wait for the next message; None says that there are no more."""
        message = await self.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return message.get("bytes") if text is None else text

    def write(self, frame: bytes) -> int:
        """Send a frame after all others, and tell how many bytes wait; the last words are ours."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)
        return self.transport.get_write_buffer_size()

    def hang_up(self) -> None:
        """Let nobody wait for more messages."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def send_keepalive_ping(self) -> None:
        """Ask for a sign of life, if there was none for a while."""
        interval = self.ping_interval or 0
        silence = self.loop.time() - self.heard_at
        if silence < interval:
            self.ping_timer = self.loop.call_later(interval - silence, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Go, even if there is something left that nobody reads."""
        super().keepalive_timeout()
        self.timers.start("farewell", FAREWELL_SECONDS)

    def pause_writing(self) -> None:
        """Wait for somebody who does not read, but not for ever."""
        self.timers.start("stuck", STUCK_SECONDS)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Be read again."""
        self.timers.stop("stuck")
        super().resume_writing()


def limit_silence(transport: asyncio.Transport) -> None:
    """Have the system give up on a peer that confirms nothing, where it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError, AttributeError):
            milliseconds = round(1000 * (STUCK_SECONDS + FAREWELL_SECONDS))
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds
            )
