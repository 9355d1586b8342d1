"""The memory ceiling: above it the server takes no new work, and serves those who play.

The ceiling is `memory_limit_mb`. If nobody set it, it follows from the limit of the control group
(systemd's MemoryMax, a container's limit), or else from the memory of the machine.
"""

import asyncio
import ctypes
import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from punto.rules.errors import PuntoError
from punto.server.process import gc_tuning
from punto.server.process.metrics import Metrics

log = logging.getLogger("punto.memory")

MEGABYTE = 2**20
SHARE_OF_GROUP = 0.8
"""Of a control group's limit: the system kills whoever reaches all of it."""

SHARE_OF_MACHINE = 0.5
CLEAR = 0.95
"""New work is taken again below this share of the ceiling, so that it does not flicker."""

LOOK_SECONDS = 1.0
RECLAIM_BYTES = 64 * MEGABYTE
"""When memory has grown by this much, garbage is collected and freed memory is given back."""

IDLE_BYTES = 8 * MEGABYTE
"""When it has grown by this much and the server has little to do, only the latter is done."""

IDLE_SHARE = 0.1
"""The share of a processor below which the server has little to do."""

RECLAIM_SECONDS = 10.0
"""That is done at most this often: a full collection stops everybody for a moment."""

STATM = Path("/proc/self/statm")


def memory_full() -> PuntoError:
    """Say that there is no room for new work."""
    sentence = "the memory of the server is full: try again in a while"
    return PuntoError("memory-full", sentence, seconds=10)


def resident_bytes() -> int:
    """Measure the memory in use; 0 where the system does not tell (only Linux does)."""
    return bytes_of(STATM)


def bytes_of(file: Path) -> int:
    """Read the memory of a process from its file; 0 if there is none."""
    try:
        pages = int(file.read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def machine_bytes() -> int:
    """Measure the memory of the machine; 0 if it is not known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0


def group_bytes(root: Path = Path("/")) -> int:
    """Find the limit of the control groups around this process; 0 if there is none."""
    limits = []
    for file in group_files(root):
        with suppress(OSError, ValueError):
            limits.append(int(file.read_text()))
    return min(limits, default=0)


def group_files(root: Path) -> Iterator[Path]:
    """Find the files that may hold a limit: of the process's group, and of all around it."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            top, name = root / "sys/fs/cgroup", "memory.max"
        elif "memory" in controllers.split(","):
            top, name = root / "sys/fs/cgroup/memory", "memory.limit_in_bytes"
        else:
            continue
        group = top / path.lstrip("/")
        around = [folder for folder in (group, *group.parents) if folder.is_relative_to(top)]
        yield from (folder / name for folder in around)


def ceiling_bytes(limit_mb: int) -> int:
    """Choose the ceiling: what was set, or what the group or the machine allows; 0: none."""
    if limit_mb:
        return limit_mb * MEGABYTE
    group, machine = group_bytes(), machine_bytes()
    if group and (not machine or group < machine):
        return int(group * SHARE_OF_GROUP)
    return int(machine * SHARE_OF_MACHINE)


def give_back() -> None:
    """Give freed memory back to the system, where the C library can."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class MemoryWatch:
    """Looks at the memory in use once a second."""

    def __init__(self, limit_mb: int, metrics: Metrics) -> None:
        self.ceiling_bytes = ceiling_bytes(limit_mb)
        self.metrics = metrics
        self.is_full = False
        self.child_pid: Callable[[], int | None] = lambda: None
        """Finds the process that reads records: its memory counts in the same control group."""
        self._reclaimed_at = -RECLAIM_SECONDS
        self._looked_at = self._worked_seconds = 0.0
        self._least_bytes = 0
        """The least memory in use since it was last reclaimed."""
        metrics.memory_limit.set(self.ceiling_bytes)

    def look(self) -> None:
        """Measure, and note whether there is room for new work."""
        used, child = resident_bytes(), self.child_pid()
        if child is not None:
            used += bytes_of(Path(f"/proc/{child}/statm"))
        self.metrics.memory.set(used)
        was_full, level = self.is_full, used / self.ceiling_bytes if self.ceiling_bytes else 0.0
        self.is_full = level > (CLEAR if was_full else 1.0)
        if self.is_full != was_full:
            told = "no new work is taken" if self.is_full else "new work is taken again"
            log.warning(
                "%s MB of memory in use of %s: %s",
                used // MEGABYTE,
                self.ceiling_bytes // MEGABYTE,
                told,
            )

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            self.look()
            await self.reclaim_if_grown(resident_bytes())
            await asyncio.sleep(LOOK_SECONDS)

    async def reclaim_if_grown(self, used_bytes: int) -> None:
        """Give memory back, if there is more in use than before; collect garbage if much more."""
        self._least_bytes = min(used_bytes, self._least_bytes or used_bytes)
        grown_bytes, is_idle = used_bytes - self._least_bytes, self._is_idle()
        has_grown = grown_bytes > RECLAIM_BYTES or self.is_full
        is_due = time.monotonic() - self._reclaimed_at >= RECLAIM_SECONDS
        if is_due and (has_grown or (is_idle and grown_bytes > IDLE_BYTES)):
            if has_grown:
                gc_tuning.collect()
            await asyncio.to_thread(give_back)
            self._reclaimed_at = time.monotonic()
            self._least_bytes = resident_bytes()

    def _is_idle(self) -> bool:
        """Tell whether the server has had little to do since the last look."""
        now, worked = time.monotonic(), time.process_time()
        share = (worked - self._worked_seconds) / max(now - self._looked_at, 1e-9)
        self._looked_at, self._worked_seconds = now, worked
        return share < IDLE_SHARE
