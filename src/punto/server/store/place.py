"""Where an SQLite file can be: refused with a sentence of its own where it cannot."""

import errno
import os
import stat
from pathlib import Path

from punto.server.store.errors import StoreError

SIDE_FILES = ("-wal", "-shm", ".lock")
"""What is added to the name of a database for the files that a server needs beside it."""


def make_folder(file: Path) -> None:
    """Make the folder of a new database, for its owner alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        in_the_way = next((one for one in file.parents if os.path.isfile(one)), None)  # noqa: PTH113 it never raises
        why = f"{in_the_way} is a file" if in_the_way else error.strerror or str(error)
        sentence = f"{file}: its folder cannot be made: {why}"
        raise StoreError("database-no-folder", sentence, file=file, why=why) from error


def refuse_unusable(file: Path) -> None:
    """Refuse a path that a server could not use, before SQLite says only that it failed."""
    exists = refuse_unreadable(file)
    if exists and not os.access(file, os.W_OK):
        sentence = f"{file}: it is read-only: the server must be able to write to it"
        raise StoreError("database-read-only", sentence, file=file)
    folder = file.parent
    if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
        sentence = (
            f"{folder}: the server cannot write in this folder, and SQLite keeps its log there"
        )
        raise StoreError("database-folder-read-only", sentence, folder=folder)
    for ending in SIDE_FILES:
        refuse_side_file(Path(f"{file}{ending}"), os.R_OK | os.W_OK)


def refuse_unreadable(file: Path) -> bool:
    """Refuse a path that nobody could read a database from; tell whether there is something."""
    try:
        mode = file.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise unreachable(file, error) from error
    if stat.S_ISDIR(mode):
        raise StoreError(
            "database-is-folder", f"{file}: this is a folder: name a file in it", file=file
        )
    if not stat.S_ISREG(mode):
        sentence = f"{file}: this is a device or a pipe: name a file"
        raise StoreError("database-not-a-file", sentence, file=file)
    if not os.access(file, os.R_OK):
        sentence = f"{file}: no permission to read it: give the file to the server's user"
        raise StoreError("database-forbidden", sentence, file=file)
    for ending in SIDE_FILES[:2]:
        refuse_side_file(Path(f"{file}{ending}"), os.R_OK)
    return True


def unreachable(file: Path, error: OSError) -> StoreError:
    """Say why not even the name of a file can be looked up."""
    if error.errno == errno.ELOOP:
        sentence = f"{file}: its symbolic links lead in a circle"
        return StoreError("database-link-loop", sentence, file=file)
    if error.errno == errno.EACCES:
        sentence = f"{file}: no permission to enter its folder: give it to the server's user"
        return StoreError("database-folder-closed", sentence, file=file)
    why = error.strerror or str(error)
    return StoreError("database-no-folder", f"{file}: {why}", file=file, why=why)


def refuse_side_file(file: Path, rights: int) -> None:
    """Refuse a log or a lock that belongs to somebody else, as after a start by root."""
    if file.exists() and not os.access(file, rights):
        sentence = f"{file}: no permission to use this file: give it to the server's user"
        raise StoreError("database-side-file", sentence, file=file)
