"""The cookies by which servers recognise this device: whoever has one holds the device's seats."""

from collections.abc import Iterable, Mapping
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import quote

from punto.notation.text_file import write_atomically

NAME_END = "punto_device"
"""How the name of the cookie ends; over HTTPS it has a prefix."""

MAX_BYTES = 1024


class DeviceCookies:
    """One cookie for each server; in a folder that only its user can read, or only in memory."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._known: dict[str, str] = {}

    def get(self, server: str) -> str | None:
        """Return the Cookie header for a server, if it has seen this device before."""
        if server not in self._known and self.folder is not None:
            path = self._path(self.folder, server)
            if path.is_file() and path.stat().st_size <= MAX_BYTES:
                text = path.read_text("ascii", errors="replace").strip()
                if is_cookie(text):
                    self._known[server] = text
        return self._known.get(server)

    def headers(self, server: str) -> Mapping[str, str]:
        """Return the headers by which a server recognises this device."""
        cookie = self.get(server)
        return {"Cookie": cookie} if cookie else {}

    def receive(self, server: str, headers: Iterable[str]) -> None:
        """Keep the cookie of a response; `headers` are the values of its Set-Cookie headers."""
        for header in headers:
            cookie = read_cookie(header)
            if cookie is not None and cookie != self.get(server):
                self._known[server] = cookie
                if self.folder is not None:
                    self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                    write_atomically(self._path(self.folder, server), f"{cookie}\n")

    def _path(self, folder: Path, server: str) -> Path:
        return folder / f"{quote(server, safe='')}.cookie"


def read_cookie(header: str) -> str | None:
    """Return `name=value` if a Set-Cookie header has the device cookie."""
    try:
        found = SimpleCookie(header)
    except CookieError:
        return None
    cookies = (f"{name}={it.value}" for name, it in found.items() if name.endswith(NAME_END))
    return next(filter(is_cookie, cookies), None)


def is_cookie(text: str) -> bool:
    """Whether a text can be sent in a Cookie header."""
    name, separator, value = text.partition("=")
    is_plain = text.isascii() and text.isprintable() and not set(text) & set(' ;,"')
    return bool(separator and value) and name.endswith(NAME_END) and is_plain
