"""Links as the page shares them: https://host/t/CODE to a table, https://host/r/CODE to a room."""

import re
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlsplit

from punto.rules.errors import PuntoError, shortened

PATH = re.compile(r"(?P<base>(?:/[^/]+)*)/(?P<kind>[rt])/(?P<code>[^/]+)/?")
CODE = re.compile(r"[A-Za-z](?:[-_. ]?[A-Za-z]){11}")
"""Twelve letters, with or without dashes; the server knows which letters it uses."""

SHORT_CODE = re.compile(r"[A-Za-z](?:[-_. ]?[A-Za-z]){5}")
"""Six letters, as people read the code of a room aloud."""


@dataclass(frozen=True, slots=True)
class Link:
    """Something at a server that has a code."""

    server: str
    """The URL of the server, with its base path and without a slash at the end."""
    code: str

    @property
    def path(self) -> str:
        """The path in the API."""
        raise NotImplementedError

    @property
    def socket_url(self) -> str:
        """The URL of the WebSocket."""
        return f"{self.server.replace('http', 'ws', 1)}{self.path}/socket"

    def with_code(self, code: str) -> Self:
        """Return the link to something else of the same kind, such as the table of a rematch."""
        return replace(self, code=code)


class TableLink(Link):
    """A table of a server."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.server}/t/{self.code}"

    @property
    def path(self) -> str:
        """The path of the table in the API."""
        return f"/api/tables/{self.code}"


class RoomLink(Link):
    """A room of a server, where matches follow one another."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.server}/r/{self.code}"

    @property
    def path(self) -> str:
        """The path of the room in the API."""
        return f"/api/rooms/{self.code}"


def read_link(text: str, server: str | None = None) -> TableLink:
    """Read a link, or the code of a table if its server is given."""
    text = text.strip()
    if CODE.fullmatch(text):
        return TableLink(server_of_code(server), text)
    kind, base, code = split_link(text)
    if kind != "t" or not CODE.fullmatch(code):
        raise not_a_link(text)
    return TableLink(base, code)


def read_room_link(text: str, server: str | None = None) -> RoomLink | None:
    """Read a link, or the short code of a room if its server is given; None if it is neither."""
    text = text.strip()
    if SHORT_CODE.fullmatch(text):
        return RoomLink(server_of_code(server), text)
    kind, base, code = split_link(text)
    if kind != "r" or not (CODE.fullmatch(code) or SHORT_CODE.fullmatch(code)):
        return None
    return RoomLink(base, code)


def split_link(text: str) -> tuple[str, str, str]:
    """Split a link into the letter of its kind, its server and its code; empty if it is none."""
    try:
        parts = urlsplit(text)
        found = PATH.fullmatch(parts.path)
        is_link = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # such as a port that is not a number
        found, is_link = None, False
    if not is_link or found is None:
        return "", "", ""
    return found["kind"], f"{parts.scheme}://{parts.netloc}{found['base']}", found["code"]


def server_of_code(server: str | None) -> str:
    """Read the server that has to be given with a code."""
    if server is None:
        sentence = "a code alone does not say where the table is: give its whole link"
        raise PuntoError("needs-server", sentence)
    return read_server(server)


def read_server(text: str) -> str:
    """Read the URL of a server."""
    try:
        parts = urlsplit(text.strip())
        is_server = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_server = False
    if not is_server or parts.query or parts.fragment:
        came = shortened(text)
        sentence = f"this is not the address of a server, such as https://host: {came}"
        raise PuntoError("not-a-server-address", sentence, came=came)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def not_a_link(text: str) -> PuntoError:
    """Make the error for a text that leads nowhere."""
    came = shortened(text)
    sentence = f"this is not a link to a table, such as https://host/t/dhkl-moqr-wxyd: {came}"
    return PuntoError("not-a-link", sentence, came=came)
