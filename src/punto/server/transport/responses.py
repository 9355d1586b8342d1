"""Responses of the transport itself: a sentence, after which the connection is closed."""

from collections.abc import Iterable
from http import HTTPStatus

Headers = Iterable[tuple[bytes, bytes]]

SENTENCES = {
    400: "This request is not valid HTTP/1.1.",
    413: "This request is too long.",
    414: "The target of this request is too long.",
    426: "This server supports WebSocket version 13 only.",
    429: "There are too many connections from your address: close some, or try again later.",
    431: "The head of this request is too long.",
    501: "This transfer encoding is not supported.",
    503: "This server has too many connections: try again later.",
}


class RefusalError(Exception):
    """The transport refuses a request with this HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def response_head(status: int, headers: Headers) -> bytes:
    """Build the head of a response; h11 builds those of the application."""
    phrase = HTTPStatus(status).phrase
    lines = [f"HTTP/1.1 {status} {phrase}".encode(), *(b": ".join(pair) for pair in headers)]
    return b"\r\n".join([*lines, b"", b""])


def refusal(status: int, retry_seconds: float) -> bytes:
    """Build a whole response without the application."""
    words = SENTENCES.get(status, SENTENCES[400]).encode()
    headers = [
        (b"server", b"punto"),
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(words)),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"%d" % max(1, round(retry_seconds))),
        (b"connection", b"close"),
    ]
    return response_head(status, headers) + words
