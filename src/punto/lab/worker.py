"""A worker process that plays matches, so that a bot can crash nothing but its worker."""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import Array, c_longlong
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection

from punto.lab.play import KnownFault, MatchRunner, Outcome
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings

QUESTION, SEAT = 0, 1
"""Indexes in the watch: the number of the last question, and the seat that must answer it."""

Watch = Array[c_longlong]


@dataclass(frozen=True, slots=True)
class Task:
    """A match to play, with the faults that earlier workers died of."""

    fixture: Fixture
    known: tuple[KnownFault, ...] = ()
    deaths: int = 0


class Worker:
    """A handle on a worker process, used by the arena."""

    def __init__(self, settings: Settings, date: str) -> None:
        context = get_context("spawn")  # a fresh interpreter: the same on every system
        self.pipe, theirs = context.Pipe()
        self.watch: Watch = context.RawArray("q", 2)
        self.process = context.Process(target=run_worker, args=(theirs, self.watch, settings, date))
        with block_interrupts():
            self.process.start()
        theirs.close()
        self.task: Task | None = None
        self.last_watch = (0, 0)
        self.waited_seconds = 0.0

    def assign(self, task: Task) -> None:
        """Send a match to the process."""
        self.task, self.last_watch, self.waited_seconds = task, (0, 0), 0.0
        self.watch[QUESTION] = self.watch[SEAT] = 0
        try:
            self.pipe.send(task)
        except OSError:  # it has died; the pool notices when it waits for the answer
            return

    def receive(self) -> Outcome | None:
        """Receive an outcome; None if the process has died."""
        try:
            outcome = self.pipe.recv()
        except Exception:  # a bot may have closed the pipe, or written into it
            return None
        return outcome if isinstance(outcome, Outcome) else None

    def add_thinking_time(self, seconds: float) -> float:
        """Add to the time that the current question has been open, and return the total."""
        now = (self.watch[QUESTION], self.watch[SEAT])
        is_same = now == self.last_watch and now[SEAT]
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
    """Start processes with SIGINT blocked: Ctrl-C is handled by the arena alone."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_worker(pipe: Connection, watch: Watch, settings: Settings, date: str) -> None:
    """Main loop of a worker process: play one match after another until the arena ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    os.dup2(2, 1)  # stdout is for the arena's results, not for what bots print
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # the arena has already warned about bots that cannot be loaded
        bots = {bot.name: bot for bot in settings.load_bots()}

    def on_question(question: int, seat: int) -> None:
        watch[SEAT] = seat
        watch[QUESTION] = question

    while True:
        try:
            task: Task = pipe.recv()
        except EOFError:
            return
        play = MatchRunner(
            settings, task.fixture, bots, date=date, known=task.known, on_question=on_question
        )
        pipe.send(play.run())


def exit_with_parent() -> None:
    """Exit when the arena is killed, even if a bot never returns."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
