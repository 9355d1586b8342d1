"""Copies of SQLite files: whole, of one moment, and in one file each."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

Mode = Literal["rw", "ro"]


def connect(path: Path, patience: float = 5, mode: Mode = "rw") -> sqlite3.Connection:
    """Open a file that exists; none is made."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, timeout=patience, uri=True, check_same_thread=False)


def look_into(path: Path, patience: float = 5) -> sqlite3.Connection:
    """Open a file so that it and its log stay as they are, whatever happens to others.

    The last one who closes a database brings its log into the main file, unless it can only read.
    Where there is no log, there is nothing to bring; then a reader would leave an empty one behind.
    """
    has_log = Path(f"{path}-wal").exists() and Path(f"{path}-wal").stat().st_size
    return connect(path, patience, "ro" if has_log else "rw")


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that may be in use; the target is there whole, or as it was before."""
    part = beside(target, "part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds the server's secrets
    try:
        with closing(look_into(source)) as old, closing(connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # so that it is one file
        sync(part)
        part.replace(target)
        sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def beside(path: Path, ending: str) -> Path:
    """Name a file next to another one."""
    return path.with_name(f"{path.name}.{ending}")


def sync(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk; where folders cannot, they need not."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
