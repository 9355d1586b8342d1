"""Keeps a second process from playing the match in a record.

Every move replaces the record by a new file, so a lock on the record itself would be lost. The lock
is on a file beside it, which names the process that holds it. The system releases the lock when
that process ends, however it ends.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from punto.notation.file_lock import LOCKED_BY_ANOTHER, lock_file
from punto.rules.errors import PuntoError


@contextmanager
def lock_record(path: Path | None) -> Iterator[None]:
    """Hold the lock of a record; PuntoError names the process that already does."""
    if path is None:
        yield
        return
    file = path.with_name(f".{path.name}.lock")
    handle = open_and_lock(file, path)
    try:
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        with suppress(OSError):  # Windows does not delete open files
            file.unlink()
        os.close(handle)


def open_and_lock(file: Path, path: Path) -> int:
    """Open and lock a lock file; try again if its last holder has deleted it meanwhile."""
    while True:
        try:
            handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            error.filename = str(path)  # nobody has heard of the lock file
            raise
        try:
            lock_file(handle)
        except LOCKED_BY_ANOTHER:
            os.close(handle)
            raise in_use(file, path) from None
        except OSError:  # a file system without locks
            return handle
        if is_still_there(handle, file):
            return handle
        os.close(handle)


def is_still_there(handle: int, file: Path) -> bool:
    """Whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(handle), file.stat())
    except FileNotFoundError:
        return False


def in_use(file: Path, path: Path) -> PuntoError:
    """Make the error for a record that another process uses."""
    try:
        process = file.read_text("ascii") or "?"
    except (OSError, ValueError):
        process = "?"
    sentence = (
        f"{path}: this match is being played in another window (process {process}):"
        " leave it there first, or choose another file"
    )
    return PuntoError("record-in-use", sentence, file=path, process=process)
