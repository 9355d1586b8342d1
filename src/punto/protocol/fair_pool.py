"""Threads that take turns on many jobs, so that a short one never waits for a long one to end."""

import threading
from collections import deque
from typing import Protocol

MAX_OPEN_JOBS = 16
"""Jobs that are in progress at the same time: each search needs up to 60 MB."""

MAX_WAITING_JOBS = 10_000
"""Jobs that wait to be begun; `add` waits while there are more."""


class Job(Protocol):
    """Work in short steps."""

    def step(self) -> bool:
        """Work for a moment; return whether the job is done."""


class FairPool:
    """Works on all open jobs in turn, a step at a time; the others wait in their order.

    Searches release the interpreter's lock, so threads use several processors.
    """

    def __init__(self, threads: int) -> None:
        self._open: deque[Job] = deque()
        self._waiting: deque[Job] = deque()
        self._running = 0
        self._is_closing = False
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, name=f"search {number}", daemon=True)
            for number in range(1, threads + 1)
        ]
        for thread in self._threads:
            thread.start()

    def add(self, job: Job) -> None:
        """Add a job; wait while too many do."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._waiting) < MAX_WAITING_JOBS)
            self._waiting.append(job)
            self._changed.notify_all()

    def finish(self) -> None:
        """Wait until all jobs are done, and end the threads."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _next(self) -> Job | None:
        """Take the job whose turn it is; None once all are done and the pool is closing."""
        with self._changed:
            while True:
                while self._waiting and len(self._open) + self._running < MAX_OPEN_JOBS:
                    self._open.append(self._waiting.popleft())
                if self._open:
                    self._running += 1
                    return self._open.popleft()
                if self._is_closing and not self._running:
                    self._changed.notify_all()
                    return None
                self._changed.wait()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            is_done = job.step()
            with self._changed:
                self._running -= 1
                if not is_done:
                    self._open.append(job)
                self._changed.notify_all()
