"""The worker pool: processes that share the matches; one that a bot ends or stops is replaced."""

from collections import deque
from collections.abc import Generator, Iterable
from dataclasses import replace
from multiprocessing.connection import wait
from time import monotonic

from punto.lab.play import KnownFault, Outcome
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings
from punto.lab.worker import QUESTION, SEAT, Task, Worker
from punto.rules.errors import PuntoError

LOOK_EVERY = 0.1
"""Seconds between two looks at bots that think."""

MOST_DEATHS = 5
"""After so many processes that died while no bot was thinking, something else is wrong."""


class WorkerPool:
    """Plays fixtures with a number of workers; outcomes come in the order in which they finish."""

    def __init__(self, settings: Settings, fixtures: Iterable[Fixture], jobs: int, date: str):
        self.settings, self.date = settings, date
        self.tasks = deque(map(Task, fixtures))
        self.jobs = min(jobs, len(self.tasks))
        self.workers: list[Worker] = []

    def outcomes(self) -> Generator[Outcome]:
        """Play all matches; whoever stops listening ends the workers."""
        try:
            self.workers += (Worker(self.settings, self.date) for _ in range(self.jobs))
            while self.hand_out():
                begun = monotonic()
                ready = wait([worker.pipe for worker in self.workers], self.patience)
                # Time in which this process itself was stopped is not held against a bot.
                passed = min(monotonic() - begun, 2 * self.patience)
                for worker in list(self.workers):
                    if worker.pipe in ready:
                        outcome = worker.receive()
                        if outcome is None:
                            self.bury(worker)
                        else:
                            worker.task = None
                            yield outcome
                    elif worker.has_thought(passed) > self.settings.timeout:
                        self.stop(worker)
        finally:
            for worker in self.workers:
                worker.end()

    @property
    def patience(self) -> float:
        """Seconds to wait for anything to happen."""
        return min(LOOK_EVERY, self.settings.timeout / 4)

    def hand_out(self) -> bool:
        """Give every idle worker a match; tell whether anything is left to wait for."""
        for worker in self.workers:
            if worker.task is None and self.tasks:
                worker.give(self.tasks.popleft())
        return any(worker.task for worker in self.workers)

    def stop(self, worker: Worker) -> None:
        """End a worker whose bot does not answer."""
        self.blame(worker, f"gave no answer within {self.settings.timeout:g} s")
        worker.end()
        self.replace(worker)

    def bury(self, worker: Worker) -> None:
        """Replace a worker that has died; at the second time the bot that was asked has done it.

        The first time it may have been killed from outside, and the match is played again.
        """
        code = worker.end()
        task = worker.task
        if task is not None and task.deaths and worker.watch[SEAT]:
            self.blame(worker, f"ended its process ({in_words(code)})")
        elif task is None or task.deaths < MOST_DEATHS:
            if task is not None:
                self.tasks.appendleft(replace(task, deaths=task.deaths + 1))
        else:
            sentence = f"match {task.fixture.number} cannot be played: its processes die"
            raise PuntoError("worker-died", f"{sentence} ({in_words(code)})")
        self.replace(worker)

    def blame(self, worker: Worker, what: str) -> None:
        """Have the match played again, up to the question at which a bot lost the round."""
        assert worker.task is not None
        fault = KnownFault(worker.watch[QUESTION], worker.watch[SEAT], what)
        known = (*worker.task.known, fault)
        self.tasks.appendleft(Task(worker.task.fixture, known))

    def replace(self, worker: Worker) -> None:
        """Put a new worker in the place of one that has ended."""
        self.workers[self.workers.index(worker)] = Worker(self.settings, self.date)


def in_words(code: int | None) -> str:
    """Say how a process ended."""
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
