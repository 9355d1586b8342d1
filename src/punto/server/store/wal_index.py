"""Reading the head of SQLite's index of its log, the file `-shm`: https://sqlite.org/walformat.html

It says what the log holds, and how far that was copied into the main file. So it tells whether a
change of the main file was a checkpoint of SQLite's, or somebody else.
"""

import os
import struct
import sys
from typing import NamedTuple, Self

HEAD = struct.Struct("=14xHI12x8s56xI28xI")
LOG_HEAD_BYTES = 32
FRAME_HEAD_BYTES = 24
LARGEST_PAGE_BYTES = 65_536


class WalIndex(NamedTuple):
    """What the index says at one moment."""

    page_bytes: int
    frames: int
    """Pages in the log that are committed."""
    salt: bytes
    """Is in the head of every frame; SQLite changes it when it begins the log anew."""
    copied: int
    """Frames that a checkpoint has copied into the main file."""
    tried: int
    """Frames that the last checkpoint set out to copy, noted before it began."""

    @classmethod
    def read(cls, handle: int) -> Self | None:
        """Read the index from its file; None if that is too short, or the system cannot."""
        if sys.platform == "win32":
            return None
        head = os.pread(handle, HEAD.size, 0)
        if len(head) < HEAD.size:
            return None
        page_bytes, *others = HEAD.unpack(head)
        return cls(LARGEST_PAGE_BYTES if page_bytes == 1 else page_bytes, *others)

    @property
    def log_bytes(self) -> int:
        """How long the log must be at least."""
        return self.offset(self.frames + 1) if self.frames else 0

    def offset(self, frame: int) -> int:
        """Find where a frame begins in the log; the first is number 1."""
        return LOG_HEAD_BYTES + (frame - 1) * (FRAME_HEAD_BYTES + self.page_bytes)

    @property
    def progress(self) -> tuple[bytes, int, int]:
        """What every checkpoint changes that writes to the main file."""
        return self.salt, self.copied, self.tried

    @property
    def is_settled(self) -> bool:
        """Whether no checkpoint is at work; one that broke off will be tried again."""
        return self.tried == self.copied

    def has_frame_of(self, before: Self, log: int) -> bool:
        """Tell whether the log still holds the frame that was its last at an earlier look."""
        if sys.platform == "win32" or not before.frames or self.salt != before.salt:
            return True
        head = os.pread(log, FRAME_HEAD_BYTES, before.offset(before.frames))
        return head[8:16] == self.salt
