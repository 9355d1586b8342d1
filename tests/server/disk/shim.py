"""A disk that loses power or fails under a real process; it compiles and preloads interpose.c."""

import atexit
import mmap
import os
import random
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping
from copy import deepcopy
from enum import IntFlag
from functools import cache
from pathlib import Path

from .journal import Disk

SOURCE = Path(__file__).with_name("interpose.c")
CONTROL = struct.Struct("@qqqqqq")
NO_COMPILER = "power loss and failing disks need Linux and a C compiler, as `cc`"
POWER_LOSS = -1
ALWAYS = 2**62
IN_MEMORY = "-shm"
"""SQLite memory-maps these, never syncs them, and rebuilds them after a crash."""


class Operation(IntFlag):
    """What can fail, as in `enum operation` in interpose.c."""

    WRITE = 1
    SYNC = 2
    TRUNCATE = 4
    NAME = 8
    ANY = 15


def compiler() -> list[str]:
    """Find a C compiler; None on systems that cannot preload libraries."""
    if sys.platform != "linux":
        return []
    words = shlex.split(os.environ.get("CC", "cc"))
    return words if shutil.which(words[0]) else []


@cache
def library() -> Path:
    """Compile the library, once per test run."""
    folder = tempfile.mkdtemp(prefix="punto-disk-")
    atexit.register(shutil.rmtree, folder)
    target = Path(folder, "interpose.so")
    flags = ["-shared", "-fPIC", "-O2", "-Wall", "-o", str(target), str(SOURCE), "-ldl"]
    command = [*compiler(), *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


class FaultyDisk:
    """A folder whose files a process writes under our control."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        beside = Path(tempfile.mkdtemp(prefix="punto-journal-"))
        weakref.finalize(self, shutil.rmtree, beside)
        self.journal, page = beside / "journal", beside / "control"
        page.write_bytes(bytes(CONTROL.size))
        with page.open("r+b") as file:
            self.page = mmap.mmap(file.fileno(), CONTROL.size)
        self.environment = {
            "LD_PRELOAD": str(library()),
            "DISK_FOLDER": str(self.folder),
            "DISK_JOURNAL": str(self.journal),
            "DISK_CONTROL": str(page),
        }
        self.plug_in()

    def plug_in(self) -> None:
        """Take the content of the folder as durable; no process may use it at this moment."""
        self.mend()
        self.journal.write_bytes(b"")
        self.before = Disk.holding(self.folder)

    def fail(
        self, operations: Operation, error: int, *, after: int = 0, times: int = ALWAYS
    ) -> None:
        """Let operations fail so many times, after so many that succeed."""
        *_, seen, failed = CONTROL.unpack(self.page)
        self.page[:] = CONTROL.pack(0, after, times, error, seen, failed)
        self.page[:8] = struct.pack("@q", operations)  # written last: a process may be reading

    def lose_power(self, operations: Operation, *, after: int) -> None:
        """Kill the process at an operation, after so many."""
        self.fail(operations, POWER_LOSS, after=after, times=1)

    def mend(self) -> None:
        """Let everything succeed."""
        self.fail(Operation(0), 0, times=0)

    @property
    def seen(self) -> int:
        """How many operations there were."""
        return int(CONTROL.unpack(self.page)[4])

    @property
    def failed(self) -> int:
        """How many operations were made to fail."""
        return int(CONTROL.unpack(self.page)[5])

    def state(self) -> Disk:
        """Compute what was written, and what of that was synced."""
        disk = deepcopy(self.before)
        disk.read(self.journal)
        return disk

    def after_power_loss(self, chance: random.Random | None = None) -> Mapping[str, bytes]:
        """Leave in the folder what would be on the disk; its process must have ended."""
        state = self.state()
        self._check_journal(state)
        left = state.survivors(chance)
        for path in self.folder.iterdir():
            if path.is_file() and path.name not in left:
                path.unlink()
        for name, content in left.items():
            (self.folder / name).write_bytes(content)  # in place: files keep their inodes
        self.plug_in()
        return left

    def _check_journal(self, state: Disk) -> None:
        """Check that nothing reached the folder without being in the journal."""
        there = {path.name: path for path in self.folder.iterdir() if path.is_file()}
        assert set(there) == set(state.names), "names that the journal does not know"
        for name, path in there.items():
            if not name.endswith(IN_MEMORY):
                assert path.read_bytes() == state.names[name].seen, f"{name} is not as journalled"
