"""One HTTP request and its response, as the ASGI application sees them."""

import asyncio
import logging
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Protocol

import h11

from punto.server.base_path import App, Message, Scope

HIGH_WATER_BYTES = 65_536
"""Backpressure: how much of a body may wait for the application before reading stops."""

PHRASES = {status.value: status.phrase.encode() for status in HTTPStatus}

log = logging.getLogger("punto.transport")
access_log = logging.getLogger("uvicorn.access")


class Exchange(Protocol):
    """What a request needs of its connection."""

    conn: h11.Connection

    @property
    def default_headers(self) -> Iterable[tuple[bytes, bytes]]:
        """Headers of every response."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    async def drain(self) -> None:
        """Wait until the peer has read enough."""

    def read_more(self) -> None:
        """Resume reading: the application has taken the buffered body."""

    def response_complete(self, status: int) -> None:
        """Continue with the next request."""

    def abort(self) -> None:
        """Close immediately: the response cannot be finished."""


class RequestCycle:
    """Runs the application for one request; ends with a response or a closed connection."""

    def __init__(self, exchange: Exchange, scope: Scope) -> None:
        self.exchange, self.scope = exchange, scope
        self.body = bytearray()
        self.more_body = True
        self.is_body_read = False
        self.status = 0
        """The status of the response, once it has begun."""
        self.is_complete = False
        self.is_disconnected = False
        """Whether the peer is gone, so that a response is useless."""
        self.changed = asyncio.Event()

    @property
    def is_behind(self) -> bool:
        """Whether too much of the body is waiting for the application."""
        return len(self.body) > HIGH_WATER_BYTES

    def add_body(self, data: bytes) -> None:
        """Add a part of the body."""
        self.body += data
        self.changed.set()

    def end_body(self) -> None:
        """Note that the request is complete."""
        self.more_body = False
        self.changed.set()

    def disconnect(self) -> None:
        """Note that the peer is gone."""
        self.is_disconnected = True
        self.changed.set()

    async def run(self, app: App) -> None:
        """Run the application, and respond with 500 if it fails."""
        try:
            await app(self.scope, self.receive, self.send)
        except Exception:
            # Requests that violate the protocol never get this far: this is our own bug.
            log.exception("unhandled error in the application")
        if not (self.is_complete or self.is_disconnected):
            if self.status:
                self.exchange.abort()
            else:
                await self._respond_500()

    async def _respond_500(self) -> None:
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        await self.send({"type": "http.response.start", "status": 500, "headers": headers})
        await self.send({"type": "http.response.body", "body": b"Internal Server Error"})

    async def receive(self) -> Message:
        """Give the application the next part of the body, or `http.disconnect`."""
        conn = self.exchange.conn
        if conn.they_are_waiting_for_100_continue and not self.is_disconnected and not self.status:
            self._send_event(h11.InformationalResponse(status_code=100, headers=[]))
        while not (self.body or self.is_disconnected or self.is_complete or not self.more_body):
            self.changed.clear()
            await self.changed.wait()
        if self.is_disconnected or self.is_complete:
            return {"type": "http.disconnect"}
        if self.is_body_read:
            self.changed.clear()
            await self.changed.wait()  # for the end of the response or of the connection
            return {"type": "http.disconnect"}
        body, was_behind = bytes(self.body), self.is_behind
        self.body.clear()
        self.is_body_read = not self.more_body
        if was_behind:
            self.exchange.read_more()
        return {"type": "http.request", "body": body, "more_body": self.more_body}

    async def send(self, message: Message) -> None:
        """Send a part of the response; waits while the peer is not reading."""
        if self.is_disconnected:
            return
        kind = message["type"]
        if kind == "http.response.start":
            self._start(message)
        elif kind == "http.response.body":
            await self._send_body(message)
        else:
            raise RuntimeError(f"unexpected ASGI message {kind}")

    def _start(self, message: Message) -> None:
        if self.status:
            raise RuntimeError("the response has already begun")
        self.status = message["status"]
        headers = [*self.exchange.default_headers, *message.get("headers", [])]
        reason = PHRASES.get(self.status, b"")
        self._send_event(h11.Response(status_code=self.status, headers=headers, reason=reason))
        scope = self.scope
        access_log.info(
            '%s - "%s %s HTTP/%s" %d',
            scope["client"][0],
            scope["method"],
            scope["path"],
            scope["http_version"],
            self.status,
        )

    async def _send_body(self, message: Message) -> None:
        if not self.status or self.is_complete:
            raise RuntimeError("a body needs a started, unfinished response")
        body = b"" if self.scope["method"] == "HEAD" else message.get("body", b"")
        if body:
            self._send_event(h11.Data(data=body))
        if message.get("more_body", False):
            await self.exchange.drain()
            return
        self._send_event(h11.EndOfMessage())
        self.is_complete = True
        self.changed.set()
        self.exchange.response_complete(self.status)

    def _send_event(self, event: Any) -> None:
        data = self.exchange.conn.send(event)
        if data:
            self.exchange.write(data)
