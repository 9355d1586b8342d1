"""The content of a disk after a power loss, computed from the journal that interpose.c writes.

POSIX promises little: bytes and sizes are durable after a sync of their file, names after a sync
of their folder. Of everything else any part may be there, in any order, in units of a sector.
"""

import random
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

RECORD = struct.Struct("@QQQQ")
SECTOR_BYTES = 512
"""Bytes in a sector, which is written completely or not at all."""


class Kind(IntEnum):
    """The kinds of journal records, in the order of `enum kind` in interpose.c."""

    WRITTEN = 1
    TRUNCATED = 2
    SYNCED = 3
    CREATED = 4
    REMOVED = 5
    RENAMED = 6
    FOLDER_SYNCED = 7
    SYNC_FAILED = 8
    LINKED = 9


@dataclass(frozen=True)
class Change:
    """Bytes that were written at an offset, or None if the file was cut or extended to there."""

    offset: int
    written: bytes | None

    def apply(self, content: bytearray) -> None:
        end = self.offset + len(self.written or b"")
        if end > len(content):
            content.extend(bytes(end - len(content)))
        if self.written is None:
            del content[self.offset :]
        else:
            content[self.offset : end] = self.written

    def torn(self, chance: random.Random) -> Iterator["Change"]:
        """Return the sectors of it that reached the disk: all, none, or some."""
        fate = chance.random()
        if fate < 1 / 3:
            return
        if fate < 2 / 3 or self.written is None:
            yield self
            return
        begin, end = self.offset, self.offset + len(self.written)
        while begin < end:
            stop = min(end, (begin // SECTOR_BYTES + 1) * SECTOR_BYTES)
            if chance.random() < 0.5:
                yield Change(begin, self.written[begin - self.offset : stop - self.offset])
            begin = stop


@dataclass
class File:
    """A file as programs see it, what is durable of it, and what a sync would make durable."""

    durable: bytearray = field(default_factory=bytearray)
    seen: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)

    def change(self, change: Change) -> None:
        change.apply(self.seen)
        self.pending.append(change)

    def sync(self) -> None:
        for change in self.pending:
            change.apply(self.durable)
        self.pending.clear()

    def fail_to_sync(self) -> None:
        """Drop what could not be written; as on Linux, the next sync will not try it again."""
        self.pending.clear()

    def survivor(self, chance: random.Random) -> bytearray:
        """Return its bytes after a power loss that some unsynced changes survived."""
        content = bytearray(self.durable)
        for change in self.pending:
            for part in change.torn(chance):
                part.apply(content)
        return content


Names = dict[str, File]


@dataclass
class Disk:
    """A folder of files: what is durable of it, and what its programs see."""

    durable: Names = field(default_factory=dict)
    history: list[Names] = field(default_factory=list)
    """The names after each change since the last sync of the folder."""
    by_inode: dict[int, File] = field(default_factory=dict)

    @classmethod
    def holding(cls, folder: Path) -> "Disk":
        """Take everything that is in a folder now as durable."""
        disk = cls()
        for path in folder.iterdir():
            if path.is_file():
                content = path.read_bytes()
                disk.durable[path.name] = file = File(bytearray(content), bytearray(content))
                disk.by_inode[path.stat().st_ino] = file
        return disk

    @property
    def names(self) -> Names:
        """The files as programs see them."""
        return self.history[-1] if self.history else self.durable

    def read(self, journal: Path) -> None:
        """Apply a journal; its last record may be incomplete if the process was killed."""
        text, place = journal.read_bytes(), 0
        while place + RECORD.size <= len(text):
            kind, inode, offset, length = RECORD.unpack_from(text, place)
            place += RECORD.size + length
            if place <= len(text):
                self._follow(Kind(kind), inode, offset, text[place - length : place])

    def _follow(self, kind: Kind, inode: int, offset: int, said: bytes) -> None:
        if kind == Kind.WRITTEN:
            self.by_inode[inode].change(Change(offset, said))
        elif kind == Kind.TRUNCATED:
            self.by_inode[inode].change(Change(offset, None))
        elif kind == Kind.SYNCED:
            self.by_inode[inode].sync()
        elif kind == Kind.SYNC_FAILED:
            self.by_inode.get(inode, File()).fail_to_sync()  # unless it was the folder
        elif kind == Kind.FOLDER_SYNCED:
            self.durable = self.names
            self.history.clear()
        else:
            self.history.append(self._renamed(kind, inode, said.decode()))

    def _renamed(self, kind: Kind, inode: int, said: str) -> Names:
        """Return the names after one of them was created, removed or changed."""
        names = dict(self.names)
        if kind == Kind.CREATED:  # the inode may have belonged to a deleted file
            names[said] = self.by_inode[inode] = File()
        elif kind == Kind.REMOVED:
            del names[said]
        else:
            old, new = said.split("/")
            names[new] = names[old] if kind == Kind.LINKED else names.pop(old)
        return names

    def survivors(self, chance: random.Random | None = None) -> Mapping[str, bytes]:
        """Return the files after a power loss: what was synced, and random parts of the rest."""
        if chance is None:
            return {name: bytes(file.durable) for name, file in self.durable.items()}
        names = chance.choice([self.durable, *self.history])
        kept: dict[int, bytearray] = {}  # one result per file, even if it has several names
        return {
            name: bytes(kept.setdefault(id(file), file.survivor(chance)))
            for name, file in names.items()
        }
