"""Watches an SQLite file, so that nothing is stored where it would be lost.

A process that has a file open goes on writing to it after it was deleted, moved, replaced or
overwritten, and gets no error. So before every acknowledgement, and every 0.4 seconds, this checks

- that the paths still lead to the open files, by device and inode;
- that the main file has not changed (size and modification time) without a checkpoint of SQLite
  that explains it, and is not shorter than a checkpoint leaves it;
- that the log is as long as its index says, and still contains what was there at the last check.

That takes five short system calls, a few microseconds. Files that are moved back are used again.
A file that was changed in place, or is damaged, is never written to again by this process.
"""

import os
import struct
import sys
import time
from pathlib import Path
from typing import NamedTuple, Self

from punto.server.store._sqlite_files import borrow_descriptor, connect, return_descriptor
from punto.server.store.errors import GONE, NO_STORE, SENTENCES, StoreError, refusal

CHANGED = (
    "another program has written to the database file or truncated its log: nothing more is stored;"
    " stop the server and restore a backup"
)

CAN_READ_INDEX = sys.platform != "win32"
"""Windows cannot; there only files that are gone are noticed."""

CHECKS, CHECK_PAUSE_SECONDS = 5, 0.001
"""A change counts only if this many checks see it: SQLite may just be writing its index."""

INDEX_HEAD = struct.Struct("=14xHII8x8s56xI28xI")
LOG_HEAD_BYTES = 32
FRAME_HEAD_BYTES = 24
MAX_PAGE_BYTES = 65_536


class WalIndex(NamedTuple):
    """The head of SQLite's index of its log, the file `-shm`: https://sqlite.org/walformat.html

    It says what the log contains, and how far that was copied into the main file. So it tells a
    checkpoint of SQLite from a change of the main file by another program.
    """

    page_bytes: int
    frames: int
    """Committed pages in the log."""
    pages: int
    """The size of the database in pages, once the whole log is copied."""
    salt: bytes
    """In the head of every frame; SQLite changes it when it restarts the log."""
    copied: int
    """Frames that a checkpoint has copied into the main file."""
    tried: int
    """Frames that the last checkpoint set out to copy, noted before it began."""

    @classmethod
    def read(cls, handle: int) -> Self | None:
        """Read the index; None if its file is too short, or on Windows."""
        if sys.platform == "win32":
            return None
        head = os.pread(handle, INDEX_HEAD.size, 0)
        if len(head) < INDEX_HEAD.size:
            return None
        page_bytes, *others = INDEX_HEAD.unpack(head)
        return cls(MAX_PAGE_BYTES if page_bytes == 1 else page_bytes, *others)

    @property
    def log_bytes(self) -> int:
        """The minimum length of the log."""
        return self.offset(self.frames + 1) if self.frames else 0

    def offset(self, frame: int) -> int:
        """Return where a frame begins in the log; the first is number 1."""
        return LOG_HEAD_BYTES + (frame - 1) * (FRAME_HEAD_BYTES + self.page_bytes)

    @property
    def main_bytes(self) -> int:
        """The minimum length of the main file."""
        return (self.pages if self.copied == self.frames else 1) * self.page_bytes

    @property
    def progress(self) -> tuple[bytes, int, int]:
        """What changes with every checkpoint that writes to the main file."""
        return self.salt, self.copied, self.tried

    @property
    def is_settled(self) -> bool:
        """Whether no checkpoint is running; an interrupted one will be tried again."""
        return self.tried == self.copied

    def has_frame_of(self, before: Self, log: int) -> bool:
        """Return whether the log still contains the frame that was its last in `before`."""
        if sys.platform == "win32" or not before.frames or self.salt != before.salt:
            return True
        head = os.pread(log, FRAME_HEAD_BYTES, before.offset(before.frames))
        return head[8:16] == self.salt


class FileWatch:
    """Watches the main file of a database, its log and the index of the log."""

    def __init__(self, file: Path, name: Path | None = None) -> None:
        self.file = file
        # The name may be a symbolic link, which can be changed to lead somewhere else.
        self._paths = (str(name or file), f"{file}-wal", f"{file}-shm")
        self.is_index_lost = False
        """Whether SQLite's index was truncated: only another process can rebuild it."""
        self._fault = self._last = ""
        """What is wrong until the process ends, and what was wrong at the last check."""
        # Whoever closes the database last deletes its log, so the keeper is always open. The guard
        # can only read: closed last, it leaves the log and the main file as they are.
        self._keeper, self._guard = connect(file), connect(file, mode="ro")
        for connection in (self._keeper, self._guard):
            connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        stats = list(map(os.stat, self._paths))
        self._known = [(one.st_dev, one.st_ino) for one in stats]
        self._main: tuple[int, int] | None = None
        """Size and modification time of the main file when no checkpoint was running."""
        self._handles = [borrow_descriptor(Path(path)) for path in self._paths[1:]]
        self._log, self._shm = self._handles
        self._index = WalIndex.read(self._shm)

    def find_fault(self) -> str:
        """Return the code of what is wrong with the files now; empty if nothing is.

        After `close` nothing is acknowledged any more, so the files are not checked.
        """
        self._last = self._fault or (self._check_files() if self._handles else "")
        return self._last

    def _check_files(self) -> str:
        for n in range(CHECKS):
            index = WalIndex.read(self._shm)
            try:
                stats = list(map(os.stat, self._paths))
            except OSError:
                return GONE
            if [(one.st_dev, one.st_ino) for one in stats] != self._known:
                return GONE
            if self._only_sqlite_changed(index, stats[0], stats[1]):
                return ""
            time.sleep(CHECK_PAUSE_SECONDS * n)
        self._fault = GONE
        return GONE

    def _only_sqlite_changed(
        self, index: WalIndex | None, main: os.stat_result, log: os.stat_result
    ) -> bool:
        """Return whether only SQLite has changed the files since the last check.

        `index` was read before the files' status, so the log is at least as long as it says. It is
        read again now: only if no checkpoint ran in between do we know how SQLite left the main
        file, and only two such moments are compared.
        """
        before, after = self._index, WalIndex.read(self._shm)
        if index is None or before is None or after is None:
            self.is_index_lost = CAN_READ_INDEX
            return not CAN_READ_INDEX
        if log.st_size < index.log_bytes or not after.has_frame_of(before, self._log):
            return False
        if index.is_settled and index.progress == after.progress:
            if main.st_size < index.main_bytes:
                return False
            status = main.st_size, main.st_mtime_ns
            if index.progress == before.progress and self._main not in (None, status):
                return False
            self._main = status
        else:
            self._main = None
        self._index = after
        return True

    def check(self, *_: object) -> None:
        """Refuse to go on if something is wrong with the files now."""
        if code := self.find_fault():
            raise refusal(code)

    def check_again(self) -> None:
        """Refuse new work if something was wrong at the last check and still is."""
        if self._last:
            self.check()

    def note_damage(self) -> bool:
        """Store nothing more in a damaged file; return whether the damage was unknown before.

        What another program has changed looks damaged, too, to whoever reads it first.
        """
        is_new = not self._fault
        self.find_fault()
        self._fault = self._fault or NO_STORE
        return is_new

    @property
    def is_changed(self) -> bool:
        """Whether another program has changed the files in place."""
        return self._fault == GONE

    def trouble(self) -> StoreError | None:
        """Describe what is wrong, for whoever runs the server."""
        code = self.find_fault()
        sentence = CHANGED if self.is_changed else SENTENCES.get(code, "")
        return StoreError(code, f"{self.file}: {sentence}") if code else None

    def close(self) -> None:
        """Close the database after all other connections; a damaged file is left as it is."""
        order = (self._keeper, self._guard) if self._fault else (self._guard, self._keeper)
        for connection in order:
            connection.close()
        while self._handles:
            return_descriptor(self._handles.pop())
