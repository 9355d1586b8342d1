"""A wall clock that tests can set while a server runs, and time that passes in a moment."""

import mmap
import os
import tempfile
from typing import TYPE_CHECKING

from .wall_clock import OFFSETS, VARIABLE

if TYPE_CHECKING:
    from server.server_process import ServerProcess


class Clock:
    """The clocks of a server, also after restarts; monotonic time is not changed."""

    def __init__(self, process: "ServerProcess") -> None:
        file, name = tempfile.mkstemp(prefix="clock-", dir=process.folder)
        os.write(file, OFFSETS.pack(0, 0))
        self.page = mmap.mmap(file, OFFSETS.size)
        os.close(file)
        process.environment[VARIABLE] = name

    @property
    def offset_seconds(self) -> float:
        """How far the wall clock is ahead of the machine's."""
        return self._offsets_ns[0] / 1e9

    @offset_seconds.setter
    def offset_seconds(self, seconds: float) -> None:
        self.page[:] = OFFSETS.pack(round(seconds * 1e9), self._offsets_ns[1])

    def sleep(self, seconds: float) -> None:
        """Let time pass for the server in a moment, as if the computer had slept."""
        slept_ns = round(seconds * 1e9)
        self.page[:] = OFFSETS.pack(*(offset + slept_ns for offset in self._offsets_ns))

    @property
    def _offsets_ns(self) -> tuple[int, int]:
        wall, boot = OFFSETS.unpack(self.page)
        return wall, boot
