"""Locks on files, which the system releases when the process that holds them ends."""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    LOCKED_OFFSET = 1 << 30
    """Others cannot read what is locked, so a byte far behind the content is locked."""

    def lock_file(handle: int) -> None:
        """Lock an open file without waiting. Raises OSError."""
        os.lseek(handle, LOCKED_OFFSET, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock_file(handle: int) -> None:
        """Lock an open file without waiting. Raises OSError."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


LOCKED_BY_ANOTHER = (BlockingIOError, PermissionError)
"""What `lock_file` raises if another process holds the lock; systems differ.

Another OSError usually means that the file system has no locks.
"""
