"""A client's socket, as a table sees it: something to send to that never makes anybody wait."""

from typing import Protocol

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner
from punto.server.live import client_messages
from punto.server.transport.frames import text_frame


class Line(Protocol):
    """The way to a client."""

    def write(self, frame: bytes) -> int:
        """Send a frame as soon as those before it are sent; tell how many bytes wait."""

    def hang_up(self) -> None:
        """Let nobody wait for more messages of the client."""


class Connection:
    """Sends texts in order; who lets too many bytes wait reads too slowly and is cut off."""

    def __init__(self, device: str, limit: int, line: Line, address: str = "") -> None:
        self.device, self.limit, self.line = device, limit, line
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
        self.pass_on(text_frame(text))

    def pass_on(self, frame: bytes) -> None:
        """Send a text that was made a frame for many."""
        if self.farewell is None and not self.is_cut and self.line.write(frame) > self.limit:
            self.is_cut = True
            self.line.hang_up()

    def finish(self, error: PuntoError, *, reconnect: bool) -> None:
        """Send a farewell after all that waits, and nothing after it."""
        if self.farewell is None:
            self.put(client_messages.bye(error, reconnect=reconnect))
            self.farewell = error.code
            self.line.hang_up()
