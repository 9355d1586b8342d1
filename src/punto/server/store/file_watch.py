"""Watching an SQLite file, so that nothing is stored where nobody will find it.

A process that has a file open goes on writing to it after it was deleted, moved, replaced or
overwritten, and sees no error. So before anything is acknowledged, and twice a second, this looks

- whether the paths still lead to the files that are open, by device and inode;
- whether the main file has changed (size and time of the last change) without a checkpoint of
  SQLite's that explains it;
- whether the log is as long as its index says, and still holds what was there at the last look.

That takes five short system calls, some microseconds. Files that are moved back are used again. A
file that was changed in place, or is damaged, is not written to any more in this process.
"""

import os
import sys
import time
from pathlib import Path

from punto.server.store.copying import connect
from punto.server.store.descriptors import borrow, give_back
from punto.server.store.errors import GONE, NO_STORE, SENTENCES, StoreError, refusal
from punto.server.store.wal_index import WalIndex

CHANGED = (
    "another program has written to the database file, or cut off its log: nothing is stored any"
    " more; stop the server and restore a backup"
)

CAN_READ_INDEX = sys.platform != "win32"
"""Windows cannot; there only files that are gone are noticed."""

LOOKS, PAUSE_SECONDS = 5, 0.001
"""A change counts only if it is seen this often: SQLite may just be writing its index."""


class FileWatch:
    """Knows the main file of a database, its log and the index of that."""

    def __init__(self, file: Path, name: Path | None = None) -> None:
        self.file = file
        # The name may be a symbolic link, which can be made to lead somewhere else.
        self._paths = (str(name or file), f"{file}-wal", f"{file}-shm")
        self.is_index_lost = False
        """Whether SQLite's index was cut off: only another process can make it anew."""
        self._fault = self._last = ""
        """What is wrong until the process ends, and what was wrong at the last look."""
        # Whoever closes the database last deletes its log: the keeper is always there. The guard
        # can only read: closed last, it leaves the log and the main file as they are.
        self._keeper, self._guard = connect(file), connect(file, mode="ro")
        for connection in (self._keeper, self._guard):
            connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        stats = list(map(os.stat, self._paths))
        self._known = [(one.st_dev, one.st_ino) for one in stats]
        self._main: tuple[int, int] | None = None
        """Size and time of the last change of the main file, when no checkpoint was at work."""
        self._handles = [borrow(Path(path)) for path in self._paths[1:]]
        self._log, self._shm = self._handles
        self._index = WalIndex.read(self._shm)

    def look(self) -> str:
        """Name the code of what is wrong with the files now; empty if nothing is.

        After `close` nothing is acknowledged any more, so the files are not checked.
        """
        self._last = self._fault or (self._trouble() if self._handles else "")
        return self._last

    def _trouble(self) -> str:
        for n in range(LOOKS):
            index = WalIndex.read(self._shm)
            try:
                stats = list(map(os.stat, self._paths))
            except OSError:
                return GONE
            if [(one.st_dev, one.st_ino) for one in stats] != self._known:
                return GONE
            if self._is_as_left(index, stats[0], stats[1]):
                return ""
            time.sleep(PAUSE_SECONDS * n)
        self._fault = GONE
        return GONE

    def _is_as_left(
        self, index: WalIndex | None, main: os.stat_result, log: os.stat_result
    ) -> bool:
        """Tell whether only SQLite has changed the files since the last look.

        `index` was read before the files were looked at, so the log is at least as long as it says.
        It is read again now: only if no checkpoint was at work in between is it known how SQLite
        has left the main file, and only two such moments are compared.
        """
        before, after = self._index, WalIndex.read(self._shm)
        if index is None or before is None or after is None:
            self.is_index_lost = CAN_READ_INDEX
            return not CAN_READ_INDEX
        if log.st_size < index.log_bytes or not after.has_frame_of(before, self._log):
            return False
        if index.is_settled and index.progress == after.progress:
            stands = main.st_size, main.st_mtime_ns
            if index.progress == before.progress and self._main not in (None, stands):
                return False
            self._main = stands
        else:
            self._main = None
        self._index = after
        return True

    def check(self, *_: object) -> None:
        """Refuse to go on with files that are not as they were left."""
        if code := self.look():
            raise refusal(code)

    def check_again(self) -> None:
        """Refuse new work if something was wrong at the last look, and still is."""
        if self._last:
            self.check()

    def note_damage(self) -> bool:
        """Have nothing more stored in a damaged file; tell whether that is news."""
        is_new = not self._fault
        self._fault = self._fault or NO_STORE
        return is_new

    @property
    def is_changed(self) -> bool:
        """Whether another program has changed the files in place."""
        return self._fault == GONE

    def trouble(self) -> StoreError | None:
        """Say what is wrong, for whoever runs the server."""
        code = self.look()
        sentence = CHANGED if self.is_changed else SENTENCES.get(code, "")
        return StoreError(code, f"{self.file}: {sentence}") if code else None

    def close(self) -> None:
        """Let go of the database, after all other connections; what is damaged is left as it is."""
        last = (self._keeper, self._guard) if self._fault else (self._guard, self._keeper)
        for connection in last:
            connection.close()
        while self._handles:
            give_back(self._handles.pop())
