"""Descriptors of files that SQLite has open in this process too.

SQLite locks with POSIX record locks. The system drops all of those that a process has on a file as
soon as the process closes any descriptor of that file. So such a descriptor is opened once for each
file, shared, and closed when its last user gives it back, after SQLite's connections are closed.
"""

import os
from pathlib import Path
from threading import Lock

_users: dict[int, int] = {}
"""How many use a descriptor."""

_descriptors: dict[tuple[int, int], int] = {}
"""The descriptor of a file, by device and inode."""

_lock = Lock()


def borrow(path: Path) -> int:
    """Open a file for reading and writing, or get the descriptor that there is; OSError if not."""
    with _lock:
        found = path.stat()
        key = found.st_dev, found.st_ino
        if key not in _descriptors:
            _descriptors[key] = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        handle = _descriptors[key]
        _users[handle] = _users.get(handle, 0) + 1
        return handle


def give_back(handle: int) -> None:
    """Close a descriptor if nobody else uses it."""
    with _lock:
        _users[handle] -= 1
        if not _users[handle]:
            del _users[handle]
            key = next(key for key, other in _descriptors.items() if other == handle)
            del _descriptors[key]
            os.close(handle)
