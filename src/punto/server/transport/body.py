"""The body of a request: h11 parses it a piece at a time, within the budget of the request."""

import h11

from punto.server.transport.budget import RequestBudget
from punto.server.transport.head import END_OF_HEAD
from punto.server.transport.responses import RefusalError

PIECE_BYTES = 8_192
"""A body is parsed in pieces of this size, and a trailer is not longer: every line of it costs."""

CHUNKS = 1_000
"""The most chunks of one body: every one costs time to parse."""


class BodyParser:
    """Parses the body of one request: chunk headers and trailer are charged like the body."""

    def __init__(self, conn: h11.Connection, budget: RequestBudget, *, is_chunked: bool) -> None:
        self.conn, self.budget, self.is_chunked = conn, budget, is_chunked
        self.chunks = 0
        self.last_bytes = b""
        """The end of what was parsed: the last piece, and some bytes before it."""

    def next_event(self, pending: bytearray) -> h11.Data | h11.EndOfMessage | None:
        """Give the next part of the body, or None if more has to come; raises RefusalError."""
        while True:
            try:
                event = self.conn.next_event()
            except h11.RemoteProtocolError as error:
                status = error.error_status_hint
                raise RefusalError(413 if status == 431 else status) from error
            if isinstance(event, h11.EndOfMessage):
                self._check_end()
                return event
            if isinstance(event, h11.Data):
                self.chunks += event.chunk_start
                if self.chunks > CHUNKS:
                    raise RefusalError(413)
                return event
            if not pending:
                return None
            piece = bytes(pending[:PIECE_BYTES])
            del pending[: len(piece)]
            self.budget.charge(len(piece))
            self.last_bytes = self.last_bytes[-len(END_OF_HEAD) :] + piece
            self.conn.receive_data(piece)

    def _check_end(self) -> None:
        """Refuse chunks that end with LF alone: h11 takes them, and a proxy may read on."""
        behind = len(self.conn.trailing_data[0])
        own = self.last_bytes[: len(self.last_bytes) - behind]
        if self.is_chunked and not own.endswith(END_OF_HEAD):
            raise RefusalError(400)


def new_parser() -> h11.Connection:
    """Make a parser for one request.

    It gets heads whole, so only a chunk's header or a trailer can be incomplete: these are short.
    """
    return h11.Connection(h11.SERVER, PIECE_BYTES)
