"""Where work is done: in this process, on processes of this machine, or on a Ray cluster."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from punto.lab.chunk_pool import ChunkPool
from punto.lab.work import Chunk, Numbered, Result, Work, Workers
from punto.rules.errors import PuntoError, UnreadableError

PROCESSES, RAY = "processes", "ray"
EXPECTED = "processes, ray, or ray://HOST:PORT"


class InThisProcess:
    """Runs chunks one after another here, which foreign code can hang or crash."""

    def run(self, work: Work[Chunk, Result], chunks: Iterable[Chunk | None]) -> Numbered[Result]:
        """Run all chunks in their order."""
        run, watch, numbers = work.start(), [0, 0], count()
        for chunk in chunks:
            if chunk is not None:
                yield next(numbers), run(chunk, watch)


class OnProcesses:
    """Runs chunks on processes of this machine, which stay for further chunks of the same work."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.pool: ChunkPool[Any, Any] | None = None

    def run(self, work: Work[Chunk, Result], chunks: Iterable[Chunk | None]) -> Numbered[Result]:
        """Run all chunks; closing the generator before its end kills the processes."""
        if self.pool is None or self.pool.work != work:
            self.close()
            self.pool = ChunkPool(work, self.jobs)
        yield from self.pool.run(chunks)

    def close(self) -> None:
        """End the processes."""
        if self.pool is not None:
            self.pool.close()


@contextmanager
def open_workers(on: str = PROCESSES, jobs: int | None = None) -> Iterator[Workers]:
    """Return workers for as long as the context lasts.

    `on` is ``processes``, ``ray`` or ``ray://HOST:PORT``. `jobs` is how many chunks may run at
    once: by default 1 on this machine, and as many as there are processors on Ray. With 0, all
    chunks run in this process.
    """
    check_place(on)
    if on == PROCESSES:
        if jobs == 0:
            yield InThisProcess()
            return
        here = OnProcesses(1 if jobs is None else jobs)
        try:
            yield here
        finally:
            here.close()
        return
    if jobs == 0:
        raise UnreadableError("jobs", expected="at least 1 on Ray", came=jobs)
    with open_ray(on, jobs) as there:
        yield there


@contextmanager
def open_trusting_workers(on: str = PROCESSES, jobs: int | None = None) -> Iterator[Workers]:
    """Return workers for code of this package, which one chunk at a time may run in this process.

    Code of other people, which may hang or crash, is work for `open_workers`.
    """
    is_alone = on == PROCESSES and jobs in (None, 1)
    with open_workers(on, 0 if is_alone else jobs) as workers:
        yield workers


def check_place(on: str) -> None:
    """Refuse a place that is none of the three."""
    is_address = on.startswith(f"{RAY}://") and on.rpartition(":")[2].isdecimal()
    if on not in (PROCESSES, RAY) and not is_address:
        raise UnreadableError("on", expected=EXPECTED, came=on)


@contextmanager
def open_ray(address: str, jobs: int | None) -> Iterator[Workers]:
    """Connect to Ray, or start it here; one sentence says so if it is not installed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would report to its makers
    os.environ.setdefault("RAY_worker_niceness", "0")  # or bots think longer on a busy machine
    try:
        from punto.lab.ray_workers import OnRay  # noqa: PLC0415 Ray is big, and rarely installed
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in (RAY, "grpc"):
            raise
        sentence = (
            f"--on {address} needs {error.name}, which is not installed: "
            "run pip install '.[ray]' in the source folder of Punto"
        )
        raise PuntoError("not-installed", sentence, module=error.name, extra=RAY) from None
    ray = OnRay(address, jobs)
    try:
        yield ray
    finally:
        ray.close()
