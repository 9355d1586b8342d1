"""A lock beside an SQLite file: one server at a time, and it says which one it is.

It is a lock of the operating system on a file of its own, so it ends with the process that holds
it, however that ends. SQLite's own locks are left alone: to open and close the database file
itself would drop them.
"""

import errno
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from punto.server.store.copying import beside
from punto.server.store.errors import StoreError, told

log = logging.getLogger(__name__)

UNSUPPORTED = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
"""What file systems answer that have no locks."""

MOST_BYTES = 4096

if sys.platform == "win32":
    import msvcrt

    BEYOND = 1 << 30
    """What is locked cannot be read by others, so a byte is locked behind all that is written."""

    def take(handle: int) -> None:
        """Lock a file, or raise an OSError."""
        os.lseek(handle, BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def take(handle: int) -> None:
        """Lock a file, or raise an OSError."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class ServerLock:
    """Held by the server of a database as long as it runs."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.file = beside(database.resolve(), "lock")
        self._handle: int | None = None

    def acquire(self, link: str = "") -> None:
        """Take the lock, and note who has it; refuse where another server does."""
        try:
            handle = os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise told(error, self.file) from error
        self._lock(handle)
        self._share(handle)
        os.lseek(handle, 0, os.SEEK_SET)
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps({"pid": os.getpid(), "link": link}).encode())

    def release(self) -> None:
        """Let others have it; the file stays, as somebody may just be opening it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @contextmanager
    def keep_out(self) -> Iterator[None]:
        """Keep servers from starting for a while; refuse where one runs."""
        with suppress(FileNotFoundError):  # then there never was a server
            self._lock(os.open(self.file, os.O_RDWR))
        try:
            yield
        finally:
            self.release()

    def _lock(self, handle: int) -> None:
        try:
            take(handle)
        except OSError as error:
            if error.errno in UNSUPPORTED:
                log.warning("%s: this file system has no locks: start one server only", self.file)
            else:
                os.close(handle)
                raise self._refusal() from error
        self._handle = handle

    def _share(self, handle: int) -> None:
        """Give the file to whom the database belongs, if root starts the server for once."""
        if sys.platform != "win32" and os.geteuid() == 0:
            owner = (self.database if self.database.exists() else self.file.parent).stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)

    def _refusal(self) -> StoreError:
        """Name the server that has the lock."""
        holder = {}
        with suppress(OSError, ValueError):
            holder = json.loads(self.file.read_bytes()[:MOST_BYTES])
        pid, link = holder.get("pid", "?"), holder.get("link", "")
        server = f"PID {pid}" + f", {link}" * bool(link)
        sentence = (
            f"{self.database}: another server uses this database ({server}):"
            " stop it first, or name another file"
        )
        return StoreError("already-serving", sentence, file=self.database, server=server)
