"""Watching the identity of an SQLite file, so that nothing is stored where nobody will find it.

A process that has a file open goes on writing to it after it was deleted, moved or replaced, and
sees no error. So the device and inode behind the path are compared with those at the start before
anything is acknowledged, and twice a second. That costs a microsecond or two for each file.
"""

import os
import sqlite3
from pathlib import Path

from punto.server.store.copying import connect
from punto.server.store.errors import GONE, StoreError, refusal

Identity = tuple[tuple[int, int], ...]


class FileWatch:
    """Knows the main file of a database, its log and the index of that, by device and inode."""

    def __init__(self, file: Path) -> None:
        self.file = file
        # SQLite names these after the file behind a symbolic link.
        self._paths = (str(file), *(f"{file.resolve()}{end}" for end in ("-wal", "-shm")))
        # Whoever closes the database last deletes its log: this connection is always there.
        self._keeper: sqlite3.Connection = connect(file)
        self._keeper.execute("SELECT 1 FROM sqlite_master").fetchall()
        self._known = self._look()
        self._was_gone = False

    def _look(self) -> Identity | None:
        """Find what is behind the paths now; None if one of them leads nowhere."""
        try:
            return tuple((found.st_dev, found.st_ino) for found in map(os.stat, self._paths))
        except OSError:
            return None

    @property
    def is_gone(self) -> bool:
        """Whether the path leads to other files than those that are open."""
        self._was_gone = self._look() != self._known
        return self._was_gone

    def check(self, *_: object) -> None:
        """Refuse to go on with files that are not where they were."""
        if self.is_gone:
            raise refusal(GONE)

    def check_again(self) -> None:
        """Refuse new work if the files were gone at the last look, and still are."""
        if self._was_gone:
            self.check()

    def trouble(self) -> StoreError | None:
        """Say what is wrong, for whoever runs the server."""
        if not self.is_gone:
            return None
        error = refusal(GONE)
        return StoreError(GONE, f"{self.file}: {error.sentence}")

    def close(self) -> None:
        """Let go of the database."""
        self._keeper.close()
