"""What a client shows a server: the cookie of a device, or the token of a program."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from punto.rules.errors import PuntoError


class Credentials(Protocol):
    """Whoever has the same credentials has the same seats."""

    def headers(self, server: str) -> Mapping[str, str]:
        """Return the headers for a request to a server."""

    def receive(self, server: str, headers: Iterable[str]) -> None:
        """Keep what a response asks to keep; `headers` are the values of its Set-Cookie headers."""


class BearerToken:
    """The token of a program, which the host of one server has made."""

    def __init__(self, token: str) -> None:
        token = token.strip()
        if not (token and token.isascii() and token.isprintable() and " " not in token):
            sentence = "this is not a token, such as the host of a server makes: punto_…"
            raise PuntoError("not-a-token", sentence)
        self._token = token

    def headers(self, server: str) -> Mapping[str, str]:  # noqa: ARG002 of one server anyway
        """Return the header with the token."""
        return {"Authorization": f"Bearer {self._token}"}

    def receive(self, server: str, headers: Iterable[str]) -> None:
        """Keep nothing: a token needs no cookie."""
