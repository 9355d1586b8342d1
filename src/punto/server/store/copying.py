"""Copies of SQLite files: whole, of one moment, and in one file each."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path


def connect(path: Path, patience: float = 5) -> sqlite3.Connection:
    """Open a file that exists; none is made."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(uri, timeout=patience, uri=True, check_same_thread=False)


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that may be in use; the target is there whole, or as it was before."""
    part = beside(target, "part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds the server's secrets
    try:
        with closing(connect(source)) as old, closing(connect(part)) as new:
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
