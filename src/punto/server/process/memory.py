"""The memory limit: above it the server accepts no new work, but tables in play continue.

The limit is `memory_limit_mb`. If that is not set, it follows from the limit of the control group
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
"""Of a control group's limit: the system kills a process that reaches all of it."""

SHARE_OF_MACHINE = 0.5
RESUME_SHARE = 0.95
"""New work is accepted again below this share of the limit, so that the state does not flap."""

CHECK_SECONDS = 1.0
RECLAIM_BYTES = 64 * MEGABYTE
"""When memory has grown by this much, free memory is returned and a collection becomes due."""

URGENT_SHARE = 0.5
"""The share of the limit up to which a busy server postpones a collection until it is idle."""

IDLE_BYTES = 8 * MEGABYTE
"""When it has grown by this much and the server is idle, only free memory is returned."""

IDLE_SHARE = 0.1
"""The share of a processor below which the server counts as idle."""

RECLAIM_SECONDS = 10.0
"""How often that is done at most: a full collection stops the server for a moment."""

STATM = Path("/proc/self/statm")


def memory_full() -> PuntoError:
    """Make the error that refuses new work."""
    sentence = "the server is out of memory: try again in a while"
    return PuntoError("memory-full", sentence, seconds=10)


def resident_bytes() -> int:
    """Measure the memory in use; 0 if unknown (only Linux provides it)."""
    return process_bytes(STATM)


def process_bytes(file: Path) -> int:
    """Read the memory of a process from its `statm` file; 0 if there is none."""
    try:
        pages = int(file.read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def machine_bytes() -> int:
    """Measure the memory of the machine; 0 if unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0


def group_bytes(root: Path = Path("/")) -> int:
    """Find the lowest limit of the control groups of this process; 0 if there is none."""
    limits = []
    for file in group_files(root):
        with suppress(OSError, ValueError):
            limits.append(int(file.read_text()))
    return min(limits, default=0)


def group_files(root: Path) -> Iterator[Path]:
    """Find the files that may contain a limit: of the process's group and of all its parents."""
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


def limit_bytes(limit_mb: int) -> int:
    """Choose the limit: the setting, or what the group or the machine allows; 0 for none."""
    if limit_mb:
        return limit_mb * MEGABYTE
    group, machine = group_bytes(), machine_bytes()
    if group and (not machine or group < machine):
        return int(group * SHARE_OF_GROUP)
    return int(machine * SHARE_OF_MACHINE)


def trim_heap() -> None:
    """Return free memory to the system, where the C library can."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


class MemoryWatch:
    """Measures the memory in use once a second."""

    def __init__(self, limit_mb: int, metrics: Metrics) -> None:
        self.limit_bytes = limit_bytes(limit_mb)
        self.metrics = metrics
        self.is_full = False
        self.child_pids: Callable[[], list[int]] = list
        """Lists the child processes: their memory counts in the same control group."""
        self._reclaimed_at = -RECLAIM_SECONDS
        self._checked_at = self._worked_seconds = 0.0
        self._min_bytes = 0
        """The minimum memory in use since it was last reclaimed."""
        self._is_collection_due = False
        metrics.memory_limit.set(self.limit_bytes)

    def check(self) -> None:
        """Measure, and note whether there is room for new work."""
        used = resident_bytes()
        for child in self.child_pids():
            used += process_bytes(Path(f"/proc/{child}/statm"))
        self.metrics.memory.set(used)
        was_full, level = self.is_full, used / self.limit_bytes if self.limit_bytes else 0.0
        self.is_full = level > (RESUME_SHARE if was_full else 1.0)
        if self.is_full != was_full:
            log.warning(
                "memory: %s MB in use, limit %s MB (memory_limit_mb): %s",
                used // MEGABYTE,
                self.limit_bytes // MEGABYTE,
                "no new work is accepted" if self.is_full else "new work is accepted again",
            )

    async def watch(self) -> None:
        """Check once a second, until cancelled."""
        while True:
            self.check()
            await self.reclaim_if_grown(resident_bytes())
            await asyncio.sleep(CHECK_SECONDS)

    async def reclaim_if_grown(self, used_bytes: int) -> None:
        """Return free memory if more is in use than before; collect garbage if much more is.

        A full collection stops everybody for a moment, a tenth of a second with 500 matches. So it
        waits until the server is idle, unless memory is running out.
        """
        self._min_bytes = min(used_bytes, self._min_bytes or used_bytes)
        grown_bytes, is_idle = used_bytes - self._min_bytes, self._is_idle()
        has_grown = grown_bytes > RECLAIM_BYTES or self.is_full
        self._is_collection_due = self._is_collection_due or has_grown
        may_collect = is_idle or used_bytes >= URGENT_SHARE * self.limit_bytes
        collects = self._is_collection_due and may_collect
        is_due = time.monotonic() - self._reclaimed_at >= RECLAIM_SECONDS
        if is_due and (has_grown or collects or (is_idle and grown_bytes > IDLE_BYTES)):
            if collects:
                gc_tuning.collect()
                self._is_collection_due = False
            await asyncio.to_thread(trim_heap)
            self._reclaimed_at = time.monotonic()
            self._min_bytes = resident_bytes()

    def _is_idle(self) -> bool:
        """Return whether the server has been idle since the last check."""
        now, worked = time.monotonic(), time.process_time()
        share = (worked - self._worked_seconds) / max(now - self._checked_at, 1e-9)
        self._checked_at, self._worked_seconds = now, worked
        return share < IDLE_SHARE
