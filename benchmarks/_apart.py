"""A processor for the page alone: what looks at it, draws it and serves it has to use the others.

A phone runs none of that, and Lighthouse goes by the clock: with two processors for everything, it
found the page three times as slow as it is. Where the system cannot do this, nothing is done.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PAGES = (b"--type=renderer", b"--type=zygote")
"""What Chromium calls the processes that run pages, and the one that starts them."""


def give_pages_a_processor() -> None:
    """Keep the pages of our browsers and all our other processes apart, as they are now."""
    if not hasattr(os, "sched_setaffinity") or len(all_of_them := processors()) < 2:
        return
    alone = {min(all_of_them)}
    for process in family(os.getpid()):
        is_page = any(kind in command(process) for kind in PAGES)
        for thread in numbers(Path(f"/proc/{process}/task")):
            with suppress(OSError):  # it may have ended
                os.sched_setaffinity(thread, alone if is_page else all_of_them - alone)


def processors() -> set[int]:
    """Name the processors there are, whatever we may use ourselves."""
    return set(range(os.cpu_count() or 1))


def family(first: int) -> Iterator[int]:
    """List a process, and those that it started, and theirs."""
    parents = {process: parent(process) for process in numbers(Path("/proc"))}
    known = [first]
    for one in known:
        yield one
        known += [process for process, above in parents.items() if above == one]


def parent(process: int) -> int:
    """Tell who started a process."""
    with suppress(OSError):
        # Behind the name, which may hold anything: the state, and then the parent.
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def command(process: int) -> bytes:
    """Read how a process was started."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def numbers(folder: Path) -> list[int]:
    """List the names in a folder of processes or threads."""
    with suppress(OSError):
        return [int(path.name) for path in folder.iterdir() if path.name.isdigit()]
    return []
