"""The lock of a server on its SQLite file: one server at a time, and it says which one it is.

There are two locks of the operating system, which end with the process that holds them, however
that ends. One is on a file beside the database, which names the server. The other is on the
database itself, for whoever comes by another name of it (a hard link), or after the lock file was
deleted. It is a record lock on a byte that SQLite does not use, of the kind that belongs to a
descriptor (OFD): `flock` would be in the way of SQLite's own locks on network file systems and on
macOS. Only Linux has it; elsewhere the lock file is all there is.
"""

import errno
import json
import logging
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from punto.server.store.copying import beside
from punto.server.store.descriptors import borrow, give_back
from punto.server.store.errors import StoreError, told
from punto.server.store.log_owner import LogOwner, refuse_foreign_log

log = logging.getLogger(__name__)

UNSUPPORTED = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
"""What file systems answer that have no locks."""

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


FLOCK = struct.Struct("hhqqi4x")
"""`struct flock`: kind, origin, first byte, bytes, process."""

SQLITE_BYTES = (0x4000_0000, 512)
"""What SQLite locks of its main file: the first byte, and how many."""

OUR_BYTE = (0x4000_0400, 1)


def take_database(handle: int) -> int | None:
    """Lock a database file; None if that is done, else the PID of the server that has it, or 0."""
    if sys.platform != "linux":
        return None
    try:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, *OUR_BYTE, 0))
    except OSError as error:
        if error.errno in UNSUPPORTED:
            return None
        # Locks of this kind name no process, but SQLite's do, and a server always has some.
        asked = FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, *SQLITE_BYTES, 0)
        found = FLOCK.unpack(fcntl.fcntl(handle, fcntl.F_OFD_GETLK, asked))
        return max(0, int(found[4])) if found[0] != fcntl.F_UNLCK else 0
    return None


class ServerLock:
    """Held by the server of a database as long as it runs."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.file = beside(database, "lock")
        self._link = ""
        self._handle: int | None = None
        self._database_handle: int | None = None

    def acquire(self, link: str = "") -> None:
        """Take the lock, and note who has it; refuse where another server does."""
        self._link = link
        try:
            self._lock(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600))
            try:
                self._share()
                refuse_foreign_log(self.database)
                self.note_database()
            except BaseException:
                self.release()
                raise
        except OSError as error:
            raise told(error, self.file) from error

    def note_database(self, *, is_log_foreign: bool = False) -> None:
        """Lock the database too if it is there by now, and note to which file the log belongs.

        A log is foreign if its main file was overwritten by something else.
        """
        assert self._handle is not None
        if self._database_handle is None and self.database.exists():
            self._database_handle = borrow(self.database)
            holder = take_database(self._database_handle)
            if holder is not None:
                raise self._refusal(f"PID {holder or '?'}, by another name of the file")
        owner = LogOwner.of(self.database, self.file, is_foreign=is_log_foreign)
        holder_text = {"pid": os.getpid(), "link": self._link, **owner._asdict()}
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.ftruncate(self._handle, 0)
        os.write(self._handle, json.dumps(holder_text).encode())

    def release(self) -> None:
        """Let others have it, after the database is closed.

        The lock file stays, as somebody may just be opening it.
        """
        if self._database_handle is not None:
            give_back(self._database_handle)
            self._database_handle = None
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
                raise self._refusal(self._holder()) from error
        self._handle = handle

    def _share(self) -> None:
        """Give the file to whom the database belongs, if root starts the server for once."""
        if sys.platform != "win32" and os.geteuid() == 0 and self._handle is not None:
            owner = (self.database if self.database.exists() else self.file.parent).stat()
            os.fchown(self._handle, owner.st_uid, owner.st_gid)

    def _holder(self) -> str:
        """Name the server that has the lock."""
        holder = {}
        with suppress(OSError, ValueError):
            holder = json.loads(self.file.read_bytes())
        pid, link = holder.get("pid", "?"), holder.get("link", "")
        return f"PID {pid}" + f", {link}" * bool(link)

    def _refusal(self, server: str) -> StoreError:
        sentence = (
            f"{self.database}: another server uses this database ({server}):"
            " stop it first, or name another file"
        )
        return StoreError("already-serving", sentence, file=self.database, server=server)
