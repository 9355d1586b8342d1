"""A wall clock that tests can set while a server runs."""

import mmap
import os
import tempfile
from typing import TYPE_CHECKING

from .wall_clock import OFFSET, VARIABLE

if TYPE_CHECKING:
    from server.server_process import ServerProcess


class Clock:
    """The wall clock of a server, also after restarts; monotonic time is not changed."""

    def __init__(self, process: "ServerProcess") -> None:
        file, name = tempfile.mkstemp(prefix="clock-", dir=process.folder)
        os.write(file, OFFSET.pack(0))
        self.page = mmap.mmap(file, OFFSET.size)
        os.close(file)
        process.environment[VARIABLE] = name

    @property
    def offset_seconds(self) -> float:
        """How far the clock is ahead of the machine's."""
        return float(OFFSET.unpack(self.page)[0]) / 1e9

    @offset_seconds.setter
    def offset_seconds(self, seconds: float) -> None:
        self.page[:] = OFFSET.pack(round(seconds * 1e9))
