"""A client as a table sees it: something to send to that never makes anybody wait."""

from typing import Protocol

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner
from punto.server.table.client_view import ClientText, bye_message


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


class Client:
    """Sends messages in order. A client that lets too many bytes wait is cut off."""

    def __init__(
        self, device: str, max_waiting_bytes: int, channel: ClientChannel, address: str = ""
    ) -> None:
        self.device, self.max_waiting_bytes, self.channel = device, max_waiting_bytes, channel
        self.address = address
        """The address that the client is counted under in rate limits."""
        self.is_cut = False
        self.bye_code: str | None = None
        """The code of the last message; nothing is sent after it."""

    @property
    def owner(self) -> Owner:
        """Who pays for work that is done on behalf of the client."""
        return Owner(self.device, self.address)

    @property
    def is_open(self) -> bool:
        """Whether anything more can be sent."""
        return self.bye_code is None and not self.is_cut

    def send(self, text: ClientText) -> None:
        """Send a message after those before it."""
        if (
            self.bye_code is None
            and not self.is_cut
            and self.channel.send_text(text) > self.max_waiting_bytes
        ):
            self.is_cut = True
            self.channel.stop_receiving()

    def say_bye(self, error: PuntoError, *, reconnect: bool) -> None:
        """Send the reason for closing the connection, and nothing after it."""
        if self.bye_code is None:
            self.send(bye_message(error, reconnect=reconnect))
            self.bye_code = error.code
            self.channel.stop_receiving()
