"""A worker process that runs chunks, so that foreign code can crash nothing but its worker."""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, Generic

from punto.lab.work import ASKED, QUESTION, Chunk, Result, Watch, Work
from punto.rules.errors import PuntoError


@dataclass(frozen=True, slots=True)
class Task(Generic[Chunk]):
    """A chunk with its place, and how many workers died of it."""

    number: int
    chunk: Chunk
    deaths: int = 0


@dataclass(frozen=True, slots=True)
class Answer(Generic[Result]):
    """What a worker sends back: a result, or the exception that was raised instead."""

    number: int
    result: Result | None = None
    error: Exception | None = None


class Worker(Generic[Chunk, Result]):
    """A handle on a worker process, used by the pool."""

    def __init__(self, work: Work[Chunk, Result]) -> None:
        context = get_context("spawn")  # a fresh interpreter: the same on every system
        self.pipe, theirs = context.Pipe()
        self.watch = context.RawArray("q", 2)
        self.process = context.Process(target=run_worker, args=(theirs, self.watch, work))
        with block_interrupts():
            self.process.start()
        theirs.close()
        self.task: Task[Chunk] | None = None
        self.last_watch = (0, 0)
        self.waited_seconds = 0.0

    def assign(self, task: Task[Chunk]) -> None:
        """Send a chunk to the process."""
        self.task, self.last_watch, self.waited_seconds = task, (0, 0), 0.0
        self.watch[QUESTION] = self.watch[ASKED] = 0
        try:
            self.pipe.send(task)
        except OSError:  # it has died; the pool notices when it waits for the answer
            return

    def receive(self) -> Answer[Result] | None:
        """Receive an answer; None if the process has died."""
        try:
            answer = self.pipe.recv()
        except Exception:  # foreign code may have closed the pipe, or written into it
            return None
        return answer if isinstance(answer, Answer) else None

    def add_thinking_time(self, seconds: float) -> float:
        """Add to the time that the current question has been open, and return the total."""
        now = (self.watch[QUESTION], self.watch[ASKED])
        is_same = now == self.last_watch and now[ASKED]
        self.waited_seconds = self.waited_seconds + seconds if is_same else 0.0
        self.last_watch = now
        return self.waited_seconds

    def kill(self) -> int | None:
        """Kill the process, and return its exit code."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return self.process.exitcode


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Start processes with SIGINT blocked: Ctrl-C is handled by their parent alone."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_worker(pipe: Connection, watch: Watch, work: Work[Any, Any]) -> None:
    """Main loop of a worker process: run one chunk after another until its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    os.dup2(2, 1)  # stdout is for the parent's results, not for what bots print
    run = work.start()
    while True:
        try:
            task: Task[Any] = pipe.recv()
        except EOFError:
            return
        try:
            answer: Answer[Any] = Answer(task.number, run(task.chunk, watch))
        except Exception as error:
            answer = Answer(task.number, error=sendable(error))
        pipe.send(answer)


def sendable(error: Exception) -> Exception:
    """Return an exception that another process can read, if need be as words."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 it was made here
    except Exception:  # pickle raises many kinds
        return PuntoError("chunk-failed", f"{type(error).__name__}: {error}")
    return error


def exit_with_parent() -> None:
    """Exit when the parent is killed, even if a bot never returns."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
