"""Links to tables, as the page shares them: https://host/t/CODE."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from punto.rules.errors import PuntoError, shortened

TABLE_PATH = re.compile(r"(?P<base>(?:/[^/]+)*)/t/(?P<code>[^/]+)/?")
CODE = re.compile(r"[A-Za-z](?:[-_. ]?[A-Za-z]){11}")
"""Twelve letters, with or without dashes; the server knows which letters it uses."""


@dataclass(frozen=True, slots=True)
class TableLink:
    """A table of a server."""

    server: str
    """The URL of the server, with its base path and without a slash at the end."""
    code: str

    def __str__(self) -> str:
        return f"{self.server}/t/{self.code}"

    @property
    def path(self) -> str:
        """The path of the table in the API."""
        return f"/api/tables/{self.code}"

    @property
    def socket_url(self) -> str:
        """The URL of the table's WebSocket."""
        return f"{self.server.replace('http', 'ws', 1)}{self.path}/socket"

    def with_code(self, code: str) -> "TableLink":
        """Return the link to another table of the same server, such as that of a rematch."""
        return TableLink(self.server, code)


def read_link(text: str, server: str | None = None) -> TableLink:
    """Read a link, or the code of a table if its server is given."""
    text = text.strip()
    if CODE.fullmatch(text):
        if server is None:
            sentence = "a code alone does not say where the table is: give its whole link"
            raise PuntoError("needs-server", sentence)
        return TableLink(read_server(server), text)
    try:
        parts = urlsplit(text)
        found = TABLE_PATH.fullmatch(parts.path)
        is_link = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # such as a port that is not a number
        found, is_link = None, False
    if not is_link or found is None or not CODE.fullmatch(found["code"]):
        raise not_a_link(text)
    base = f"{parts.scheme}://{parts.netloc}{found['base']}"
    return TableLink(base, found["code"])


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
    """Make the error for a text that leads to no table."""
    came = shortened(text)
    sentence = f"this is not a link to a table, such as https://host/t/dhkl-moqr-wxyd: {came}"
    return PuntoError("not-a-link", sentence, came=came)
