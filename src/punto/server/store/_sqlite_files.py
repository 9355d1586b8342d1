"""The files of an SQLite database: opening and copying them, and which log belongs to which file.

SQLite keeps recent changes in a log (`-wal`) with an index (`-shm`) beside the main file.
"""

import json
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Literal, NamedTuple, Self

from punto.server.store.errors import NO_STORE, StoreError

Mode = Literal["rw", "ro"]

MAX_LOCK_FILE_BYTES = 4096


def beside(path: Path, ending: str) -> Path:
    """Name a file next to another one."""
    return path.with_name(f"{path.name}.{ending}")


def connect(path: Path, wait_seconds: float = 5, mode: Mode = "rw") -> sqlite3.Connection:
    """Open a file that exists; none is created."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, timeout=wait_seconds, uri=True, check_same_thread=False)


def connect_unchanging(path: Path, wait_seconds: float = 5) -> sqlite3.Connection:
    """Open a file for reading so that the file and its log stay as they are.

    The last connection to close copies the log into the main file, unless it is read-only. Without
    a log there is nothing to copy, and a read-only connection would leave an empty log behind.
    """
    return connect(path, wait_seconds, "ro" if has_log(path) else "rw")


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that may be in use; the target is either complete or unchanged."""
    part = beside(target, "part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it contains the server's secrets
    try:
        with closing(connect_unchanging(source)) as old, closing(connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # so that it is one file
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Flush a file, or the names in a folder, to disk; Windows needs no sync of folders."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# Descriptors of files that SQLite has open in this process, too. SQLite locks with POSIX record
# locks, and the system drops all those of a process on a file as soon as the process closes any
# descriptor of that file. So such a descriptor is opened once for each file, shared, and closed
# when its last user returns it, after SQLite's own connections are closed.

_users: dict[int, int] = {}
"""The number of users of a descriptor."""

_descriptors: dict[tuple[int, int], int] = {}
"""The descriptor of a file, by device and inode."""

_lock = Lock()


def borrow_descriptor(path: Path) -> int:
    """Open a file for reading and writing, or share its open descriptor. Raises OSError."""
    with _lock:
        found = path.stat()
        key = found.st_dev, found.st_ino
        if key not in _descriptors:
            _descriptors[key] = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        handle = _descriptors[key]
        _users[handle] = _users.get(handle, 0) + 1
        return handle


def return_descriptor(handle: int) -> None:
    """Close a descriptor if nobody else uses it."""
    with _lock:
        _users[handle] -= 1
        if not _users[handle]:
            del _users[handle]
            key = next(key for key, other in _descriptors.items() if other == handle)
            del _descriptors[key]
            os.close(handle)


class LogOwner(NamedTuple):
    """What a lock file says about the main file to which the log belongs.

    SQLite applies a log to whatever file lies beside it, and corrupts a file that it does not
    belong to: a backup, say, that was put in place of the database of a server that was killed. So
    the server writes the inode of its main file into the lock file, and a log beside another file
    is refused before SQLite opens anything. A lock file that was copied along with the others
    proves nothing: its own inode differs.
    """

    inode: int = 0
    """Of the main file; 0 if there is none yet."""
    lock_inode: int = 0
    is_foreign: bool = False
    """Whether the main file was overwritten, so that the log no longer belongs to it."""

    @classmethod
    def of(cls, database: Path, lock: Path, *, is_foreign: bool = False) -> Self:
        """Collect what to write into the lock file."""
        inode = database.stat().st_ino if database.exists() else 0
        return cls(inode, lock.stat().st_ino, is_foreign)

    @classmethod
    def read(cls, lock: Path) -> Self:
        """Read a lock file; the defaults if it cannot be read."""
        with suppress(OSError, ValueError, TypeError, AttributeError):
            noted = json.loads(lock.read_bytes()[:MAX_LOCK_FILE_BYTES])
            return cls(*(noted.get(name, 0) for name in cls._fields))
        return cls()


def has_log(file: Path) -> bool:
    """Return whether there is a log that is not empty."""
    with suppress(OSError):
        return Path(f"{file}-wal").stat().st_size > 0
    return False


def refuse_foreign_log(file: Path) -> None:
    """Refuse a log that has lost its main file, or that lies beside another one."""
    log, lock = Path(f"{file}-wal"), beside(file, "lock")
    main = file.stat() if file.exists() else None
    if has_log(file) and not (main and main.st_size):
        sentence = f"{file}: this file is empty, but {log.name} is not: restore a backup of both"
        raise StoreError(NO_STORE, sentence)
    owner = LogOwner.read(lock)
    if main is None or not owner.inode or owner.lock_inode != lock.stat().st_ino:
        return
    is_other = has_log(file) and owner.inode != main.st_ino
    if is_other or (owner.is_foreign and log.exists()):
        sentence = (
            f"{file}: its log {log.name} does not belong to it, because one of them was replaced or"
            " overwritten: restore a backup, or move the log away to use this file as it is"
        )
        raise StoreError("foreign-log", sentence, file=file, log=log.name)
