"""Where an SQLite file can be: refused with a sentence of its own where it cannot."""

import os
from pathlib import Path

from punto.server.store.errors import StoreError


def make_folder(file: Path) -> None:
    """Make the folder of a new database, for its owner alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        in_the_way = next((one for one in file.parents if one.is_file()), None)
        why = f"{in_the_way} is a file" if in_the_way else error.strerror or str(error)
        sentence = f"{file}: its folder cannot be made: {why}"
        raise StoreError("database-no-folder", sentence, file=file, why=why) from error


def refuse_unusable(file: Path) -> None:
    """Refuse a path that a server could not use, before SQLite says only that it failed."""
    if file.is_dir():
        raise StoreError(
            "database-is-folder", f"{file}: this is a folder: name a file in it", file=file
        )
    if file.exists() and not os.access(file, os.R_OK):
        sentence = f"{file}: no permission to read it: give the file to the server's user"
        raise StoreError("database-forbidden", sentence, file=file)
    if file.exists() and not os.access(file, os.W_OK):
        sentence = f"{file}: it is read-only: the server must be able to write to it"
        raise StoreError("database-read-only", sentence, file=file)
    folder = file.resolve().parent
    if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
        sentence = (
            f"{folder}: the server cannot write in this folder, and SQLite keeps its log there"
        )
        raise StoreError("database-folder-read-only", sentence, folder=folder)
