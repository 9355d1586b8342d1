"""The lock of a server on its SQLite file: one server at a time, and which one it is.

There are two locks of the operating system, which end with the process that holds them, however it
ends. One is on a file beside the database, which names the server. The other is on the database
itself, against a server that opens it by another name (a hard link), or after the lock file was
deleted. It is a record lock on a byte that SQLite does not use, of the kind that belongs to a
descriptor (OFD): `flock` would interfere with SQLite's own locks on network file systems and on
macOS. Only Linux has it; elsewhere there is only the lock file.
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

from punto.notation.file_lock import lock_file
from punto.server.store._sqlite_files import (
    LogOwner,
    beside,
    borrow_descriptor,
    refuse_foreign_log,
    return_descriptor,
)
from punto.server.store.errors import StoreError, store_error

if sys.platform == "linux":
    import fcntl

log = logging.getLogger("punto.store")

UNSUPPORTED = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
"""Errors of file systems without locks."""

FLOCK = struct.Struct("hhqqi4x")
"""`struct flock`: type, whence, first byte, number of bytes, process."""

SQLITE_BYTES = (0x4000_0000, 512)
"""What SQLite locks in its main file: the first byte, and how many."""

OUR_BYTE = (0x4000_0400, 1)


def lock_database(handle: int) -> int | None:
    """Lock a database file; None on success, else the PID of the holder, 0 if unknown."""
    if sys.platform != "linux":
        return None
    try:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, *OUR_BYTE, 0))
    except OSError as error:
        if error.errno in UNSUPPORTED:
            return None
        # Locks of this kind name no process, but SQLite's do, and a server always holds some.
        query = FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, *SQLITE_BYTES, 0)
        holder = FLOCK.unpack(fcntl.fcntl(handle, fcntl.F_OFD_GETLK, query))
        return max(0, int(holder[4])) if holder[0] != fcntl.F_UNLCK else 0
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
        """Take the lock, and write who holds it into the file; refuse if another server has it."""
        self._link = link
        try:
            self._lock(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600))
            try:
                self._give_to_owner()
                refuse_foreign_log(self.database)
                self.note_database()
            except BaseException:
                self.release()
                raise
        except OSError as error:
            raise store_error(error, self.file) from error

    def note_database(self, *, is_log_foreign: bool = False) -> None:
        """Lock the database too if it exists by now, and note to which file the log belongs.

        A log is foreign if another program has overwritten its main file.
        """
        assert self._handle is not None
        if self._database_handle is None and self.database.exists():
            self._database_handle = borrow_descriptor(self.database)
            holder = lock_database(self._database_handle)
            if holder is not None:
                raise self._refusal(f"PID {holder or '?'}, by another name of the file")
        owner = LogOwner.of(self.database, self.file, is_foreign=is_log_foreign)
        content = {"pid": os.getpid(), "link": self._link, **owner._asdict()}
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.ftruncate(self._handle, 0)
        os.write(self._handle, json.dumps(content).encode())

    def release(self) -> None:
        """Release the lock, after the database is closed.

        The lock file stays, because another server may just be opening it.
        """
        if self._database_handle is not None:
            return_descriptor(self._database_handle)
            self._database_handle = None
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @contextmanager
    def keep_out(self) -> Iterator[None]:
        """Prevent servers from starting for a while; refuse if one is running."""
        with suppress(FileNotFoundError):  # then there never was a server
            self._lock(os.open(self.file, os.O_RDWR))
        try:
            yield
        finally:
            self.release()

    def _lock(self, handle: int) -> None:
        try:
            lock_file(handle)
        except OSError as error:
            if error.errno in UNSUPPORTED:
                log.warning(
                    "%s: this file system has no locks: make sure that only one server uses it",
                    self.file,
                )
            else:
                os.close(handle)
                raise self._refusal(self._holder()) from error
        self._handle = handle

    def _give_to_owner(self) -> None:
        """Give the lock file to the database's owner, in case root starts the server this time."""
        if sys.platform != "win32" and os.geteuid() == 0 and self._handle is not None:
            owner = (self.database if self.database.exists() else self.file.parent).stat()
            os.fchown(self._handle, owner.st_uid, owner.st_gid)

    def _holder(self) -> str:
        """Describe the server that holds the lock."""
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
