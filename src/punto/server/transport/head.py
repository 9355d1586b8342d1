"""The head of a request: where it ends, and which heads are refused before they are parsed."""

import re

import h11

from punto.server.transport.responses import Headers, RefusalError
from punto.server.transport.settings import (
    COOKIE_BYTES,
    HEAD_BYTES,
    HEAD_COMMAS,
    HEAD_LINES,
    TARGET_BYTES,
)

EMPTY_LINE = b"\r\n"
END_OF_HEAD = b"\r\n\r\n"

MALFORMED = re.compile(rb"\r[^\n]|(?<!\r)\n|\n[ \t]")
"""CR or LF alone, and a line that continues the one before: proxies disagree about these."""


class HeadScanner:
    """Finds the end of one head in bytes that come bit by bit, and looks at each byte once."""

    def __init__(self) -> None:
        self.seen_bytes = self.lines = self.commas = 0
        self.has_skipped_line = False

    def find_end(self, pending: bytearray) -> int:
        """Give the size of the head, or 0 while it is incomplete; raises RefusalError."""
        if not self.seen_bytes and not self._has_begun(pending):
            return 0
        seen = self.seen_bytes
        end = pending.find(END_OF_HEAD, max(0, seen - len(END_OF_HEAD) + 1), HEAD_BYTES)
        size = len(pending) if end < 0 else end + len(END_OF_HEAD)
        if size > HEAD_BYTES:
            raise RefusalError(431)
        if MALFORMED.search(pending, max(0, seen - 1), size):
            raise RefusalError(400)
        self.lines += pending.count(b"\n", seen, size)
        self.commas += pending.count(b",", seen, size)
        if self.lines > HEAD_LINES or self.commas > HEAD_COMMAS:
            raise RefusalError(431)
        self.seen_bytes = size
        return 0 if end < 0 else size

    def _has_begun(self, pending: bytearray) -> bool:
        """Tell whether the request line has begun; one empty line may come before it.

        Some clients send one after a body, and RFC 9112 asks servers to ignore it.
        """
        if not self.has_skipped_line:
            if pending.startswith(EMPTY_LINE):
                del pending[: len(EMPTY_LINE)]
                self.has_skipped_line = True
            elif pending == EMPTY_LINE[:1]:
                return False
        if not pending:
            return False
        if not pending[:1].isalpha():  # no method begins like that
            raise RefusalError(400)
        return True


def reject_ambiguous(version: bytes, headers: Headers) -> None:
    """Refuse what a proxy could read in another way than we do, beyond what h11 refuses."""
    if version not in (b"1.0", b"1.1"):
        raise RefusalError(400)
    names = [name for name, _ in headers]
    if b"transfer-encoding" in names and (version == b"1.0" or b"content-length" in names):
        raise RefusalError(400)
    if names.count(b"host") > 1:
        raise RefusalError(400)


def reject_long(target: bytes, headers: Headers) -> None:
    """Refuse what takes longer to parse than whoever sends it pays for."""
    if len(target) > TARGET_BYTES:
        raise RefusalError(414)
    if sum(len(value) for name, value in headers if name == b"cookie") > COOKIE_BYTES:
        raise RefusalError(431)


def parse_head(conn: h11.Connection, head: bytes) -> tuple[h11.Request, Headers]:
    """Parse a whole head; raises RefusalError."""
    conn.receive_data(head)
    try:
        event = conn.next_event()
    except h11.RemoteProtocolError as error:
        raise RefusalError(error.error_status_hint) from error
    if not isinstance(event, h11.Request):
        raise RefusalError(400)
    headers = list(event.headers)
    reject_ambiguous(event.http_version, headers)
    reject_long(event.target, headers)
    return event, headers
