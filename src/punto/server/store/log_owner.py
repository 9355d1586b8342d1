"""To which main file a log of SQLite belongs.

SQLite applies a log to whatever file it lies beside, and spoils it if that is another one: a backup
that was put in the place of the database of a server that was killed. So the server notes the inode
of its main file in the lock file, and a log that is left beside another file is refused before
SQLite opens anything. A lock file that was copied along with the others proves nothing: it has
another inode itself.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from punto.server.store.copying import beside
from punto.server.store.errors import NO_STORE, StoreError

MOST_BYTES = 4096


class LogOwner(NamedTuple):
    """What a lock file says."""

    inode: int = 0
    """Of the main file; 0 if there is none yet."""
    lock_inode: int = 0
    is_foreign: bool = False
    """Whether the main file was overwritten, so that the log does not belong to it any more."""

    @classmethod
    def of(cls, database: Path, lock: Path, *, is_foreign: bool = False) -> Self:
        """Find what is to be noted."""
        inode = database.stat().st_ino if database.exists() else 0
        return cls(inode, lock.stat().st_ino, is_foreign)

    @classmethod
    def read(cls, lock: Path) -> Self:
        """Read what was noted; nothing, if it cannot be read."""
        with suppress(OSError, ValueError, TypeError, AttributeError):
            noted = json.loads(lock.read_bytes()[:MOST_BYTES])
            return cls(*(noted.get(name, 0) for name in cls._fields))
        return cls()


def has_log(file: Path) -> bool:
    """Tell whether there is a log with something in it."""
    with suppress(OSError):
        return Path(f"{file}-wal").stat().st_size > 0
    return False


def refuse_foreign_log(file: Path) -> None:
    """Refuse a log that has lost its main file, or that lies beside another one."""
    log, lock = Path(f"{file}-wal"), beside(file, "lock")
    main = file.stat() if file.exists() else None
    if has_log(file) and not (main and main.st_size):
        sentence = f"{file}: this is empty, but {log.name} is not: restore a backup of both"
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
