"""The channel to a client on any ASGI server.

Our own transport puts a faster channel into the scope; this one is for every other server. The
application behaves the same on both.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from punto.server.live.client import ClientChannel


@asynccontextmanager
async def channel_of(socket: WebSocket) -> AsyncIterator[ClientChannel]:
    """Give the channel that our transport put into the scope, or else make one on top of ASGI."""
    state = socket.scope["state"]
    channel: ClientChannel | None = state.pop("channel", None)  # breaks a reference cycle
    if channel is not None:
        yield channel
        return
    asgi_channel = AsgiChannel(socket)
    try:
        yield asgi_channel
    finally:
        await asgi_channel.abandon()


class AsgiChannel:
    """Sends from an outbox in a task of its own, so that no slow reader holds up a table.

    ASGI's `send` waits while the client does not read (backpressure). Meanwhile texts pile up in
    the outbox. `send_text` returns its size; whoever sends must stop when that is too much, as
    `punto.server.live.client.Connection` does.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._outbox: deque[tuple[str, int]] = deque()
        """Texts that are not sent yet, each with its size in bytes; the first is being sent."""
        self._waiting_bytes = 0
        self._sender: asyncio.Task[None] | None = None
        """Runs while there is something in the outbox."""
        self._has_stopped = asyncio.get_running_loop().create_future()

    def send_text(self, text: str) -> int:
        """Queue a text behind all others; return how many bytes wait to be sent."""
        size = len(text) if text.isascii() else len(text.encode())
        self._outbox.append((text, size))
        self._waiting_bytes += size
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())
        return self._waiting_bytes

    async def _send_all(self) -> None:
        try:
            while self._outbox:
                text, size = self._outbox[0]
                await self._socket.send_text(text)
                self._outbox.popleft()
                self._waiting_bytes -= size
        except (OSError, RuntimeError, WebSocketDisconnect):
            # The client is gone: nobody reads the rest.
            self._outbox.clear()
            self._waiting_bytes = 0
            self.stop_receiving()
        finally:
            self._sender = None

    async def receive(self) -> str | bytes | None:
        """Wait for the client's next message; None if there will be no more."""
        if self._has_stopped.done():
            return None
        message = asyncio.ensure_future(self._socket.receive())
        try:
            await asyncio.wait((message, self._has_stopped), return_when=asyncio.FIRST_COMPLETED)
            if not message.done():
                return None
            received = message.result()
        finally:
            message.cancel()
        if received["type"] == "websocket.disconnect":
            self.stop_receiving()
            return None
        text: str | None = received.get("text")
        return received.get("bytes", b"") if text is None else text

    def stop_receiving(self) -> None:
        """Take no more messages: whoever waits in `receive` gets None."""
        if not self._has_stopped.done():
            self._has_stopped.set_result(None)

    async def close(self, code: int, reason: str) -> None:
        """Send what is queued, then close the WebSocket."""
        if self._sender is not None:
            await asyncio.shield(self._sender)
        with suppress(OSError, RuntimeError):
            await self._socket.close(code, reason)

    async def abandon(self) -> None:
        """Throw away what could not be sent, because the client reads too slowly or is gone."""
        if self._sender is not None:
            self._sender.cancel()
            with suppress(asyncio.CancelledError):
                await self._sender
