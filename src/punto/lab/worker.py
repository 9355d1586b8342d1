"""A worker: a process that plays matches, so that a bot can ruin no more than that."""

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

from punto.bots import bot_named
from punto.lab.play import KnownFault, Outcome, Play
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings

QUESTION, SEAT = 0, 1
"""Where the watch holds the number of the last question, and the seat that must answer it."""

Watch = Array[c_longlong]


@dataclass(frozen=True, slots=True)
class Task:
    """A match to be played, with what is known of it from workers that it has ended."""

    fixture: Fixture
    known: tuple[KnownFault, ...] = ()
    deaths: int = 0


class Worker:
    """A process at work, as the arena sees it."""

    def __init__(self, settings: Settings, date: str) -> None:
        context = get_context("spawn")  # a fresh interpreter: the same on every system
        self.pipe, theirs = context.Pipe()
        self.watch: Watch = context.RawArray("q", 2)
        self.process = context.Process(target=work, args=(theirs, self.watch, settings, date))
        with deaf_to_interrupts():
            self.process.start()
        theirs.close()
        self.task: Task | None = None
        self.seen = (0, 0)
        self.waited = 0.0

    def give(self, task: Task) -> None:
        """Have a match played."""
        self.task, self.seen, self.waited = task, (0, 0), 0.0
        self.watch[QUESTION] = self.watch[SEAT] = 0
        try:
            self.pipe.send(task)
        except OSError:  # it is dead, which the arena sees when it waits for the answer
            return

    def receive(self) -> Outcome | None:
        """Take the outcome; None if the process has died."""
        try:
            outcome = self.pipe.recv()
        except Exception:  # a bot may have closed the pipe, or written into it
            return None
        return outcome if isinstance(outcome, Outcome) else None

    def has_thought(self, seconds: float) -> float:
        """Add to the time for which the bot that is asked now has not answered."""
        now = (self.watch[QUESTION], self.watch[SEAT])
        self.waited = self.waited + seconds if now == self.seen and now[SEAT] else 0.0
        self.seen = now
        return self.waited

    def end(self) -> int | None:
        """End the process, whatever it does; give its exit code."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return self.process.exitcode


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are started not hear Ctrl-C, which is for the arena to answer."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(pipe: Connection, watch: Watch, settings: Settings, date: str) -> None:
    """Play one match after the other, as long as the arena lives."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_parent, daemon=True).start()
    os.dup2(2, 1)  # the arena's output is for its results, not for what bots print
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the arena has warned of bots that cannot be loaded
        bots = {name: bot_named(name) for name in settings.bots}

    def notice(question: int, seat: int) -> None:
        watch[SEAT] = seat
        watch[QUESTION] = question

    while True:
        try:
            task: Task = pipe.recv()
        except EOFError:
            return
        play = Play(settings, task.fixture, bots, date=date, known=task.known, notice=notice)
        pipe.send(play.run())


def leave_with_parent() -> None:
    """End this process when the arena is killed, even if a bot never comes back."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
