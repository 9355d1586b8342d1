"""The lines to a PostgreSQL server: who waits in vain for an answer on one can be freed."""

import os
import socket
import time
from contextlib import suppress

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection


class ConnectionCutter:
    """The connections of an engine that are in use.

    A thread that waits for a server which hangs, or a network which swallows everything, cannot
    be told to stop; but if its line is cut it sees an error, and connects anew.
    """

    def __init__(self, engine: Engine) -> None:
        self.used: dict[DBAPIConnection, float] = {}
        event.listen(engine, "checkout", self._taken)
        event.listen(engine, "checkin", self._back)
        event.listen(engine, "invalidate", self._back)

    def _taken(self, connection: DBAPIConnection, *_: object) -> None:
        self.used[connection] = time.monotonic()

    def _back(self, connection: DBAPIConnection | None, *_: object) -> None:
        if connection is not None:
            self.used.pop(connection, None)

    def cut(self, seconds: float = 0) -> None:
        """Cut the lines that have been in use for so long; files have none."""
        early = time.monotonic() - seconds
        for connection, since in list(self.used.items()):
            if since <= early and hasattr(connection, "fileno"):
                with (
                    suppress(Exception),  # it has come to an end by itself
                    socket.socket(fileno=os.dup(connection.fileno())) as line,
                ):
                    line.shutdown(socket.SHUT_RDWR)
