"""A client's socket, as a table sees it: something to send to that never makes anybody wait."""

from typing import Protocol

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner
from punto.server.live import client_messages


class ClientChannel(Protocol):
    """The two-way connection to one client.

    `punto.server.transport.websocket` implements it on the socket itself, and
    `punto.server.api.asgi_channel` on any ASGI server.
    """

    def send_text(self, text: str) -> int:
        """Queue a text behind all others; return how many bytes wait for the client to read them.

        A broadcast should pass the same object to every channel: then it is encoded once.
        """

    async def receive(self) -> str | bytes | None:
        """Wait for the client's next message; None if there will be no more."""

    def stop_receiving(self) -> None:
        """Take no more messages: whoever waits in `receive` gets None."""

    async def close(self, code: int, reason: str) -> None:
        """Close the WebSocket after everything queued has been sent."""


class Connection:
    """Sends texts in order; who lets too many bytes wait reads too slowly and is cut off."""

    def __init__(self, device: str, limit: int, channel: ClientChannel, address: str = "") -> None:
        self.device, self.limit, self.channel = device, limit, channel
        self.address = address
        """Where the client comes from, as limits count it."""
        self.is_cut = False
        self.farewell: str | None = None
        """The code of the last message, after which nothing is sent."""

    @property
    def owner(self) -> Owner:
        """Who pays for what is done on behalf of the client."""
        return Owner(self.device, self.address)

    @property
    def is_open(self) -> bool:
        """Whether anything more can be sent."""
        return self.farewell is None and not self.is_cut

    def put(self, text: str) -> None:
        """Send a text after those before it."""
        # `is_open` written out: this runs for every client and every event.
        if self.farewell is None and not self.is_cut and self.channel.send_text(text) > self.limit:
            self.is_cut = True
            self.channel.stop_receiving()

    def finish(self, error: PuntoError, *, reconnect: bool) -> None:
        """Send a farewell after all that waits, and nothing after it."""
        if self.farewell is None:
            self.put(client_messages.bye(error, reconnect=reconnect))
            self.farewell = error.code
            self.channel.stop_receiving()
