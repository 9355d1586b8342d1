"""A pool of worker processes that play matches; dead and hanging workers are replaced."""

import pickle
import sys
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

POLL_SECONDS = 0.1
"""Time between two checks for bots that exceed the timeout."""

MAX_DEATHS = 5
"""Give up after this many deaths while no bot was thinking: the bots are not to blame then."""


class WorkerPool:
    """Plays fixtures on several workers; outcomes arrive in the order in which they finish."""

    def __init__(self, settings: Settings, fixtures: Iterable[Fixture], jobs: int, date: str):
        refuse_unsendable(settings)
        self.settings, self.date = settings, date
        self.tasks = deque(map(Task, fixtures))
        self.jobs = min(jobs, len(self.tasks))
        self.workers: list[Worker] = []

    def outcomes(self) -> Generator[Outcome]:
        """Play all matches; closing the generator kills the workers."""
        try:
            self.workers += (Worker(self.settings, self.date) for _ in range(self.jobs))
            while self.assign_tasks():
                begun = monotonic()
                ready = wait([worker.pipe for worker in self.workers], self.poll_seconds)
                # Time in which this process itself was suspended does not count against a bot.
                passed = min(monotonic() - begun, 2 * self.poll_seconds)
                for worker in list(self.workers):
                    if worker.pipe in ready:
                        outcome = worker.receive()
                        if outcome is None:
                            self.replace_dead(worker)
                        else:
                            worker.task = None
                            yield outcome
                    elif worker.add_thinking_time(passed) > self.settings.timeout:
                        self.stop_hanging(worker)
        finally:
            for worker in self.workers:
                worker.kill()

    @property
    def poll_seconds(self) -> float:
        """Maximum time to wait for an outcome before checking for timeouts."""
        return min(POLL_SECONDS, self.settings.timeout / 4)

    def assign_tasks(self) -> bool:
        """Give every idle worker a match; return whether any match is being played."""
        for worker in self.workers:
            if worker.task is None and self.tasks:
                worker.assign(self.tasks.popleft())
        return any(worker.task for worker in self.workers)

    def stop_hanging(self, worker: Worker) -> None:
        """Replace a worker whose bot has exceeded the timeout."""
        self.requeue_with_fault(worker, f"gave no answer within {self.settings.timeout:g} s")
        worker.kill()
        self.replace_worker(worker)

    def replace_dead(self, worker: Worker) -> None:
        """Replace a worker that has died; the second time, blame the bot that was being asked.

        The first time it may have been killed from outside, so the match is just played again.
        """
        code = worker.kill()
        task = worker.task
        if task is not None and task.deaths and worker.watch[SEAT]:
            self.requeue_with_fault(worker, f"ended its process ({exit_reason(code)})")
        elif task is None or task.deaths < MAX_DEATHS:
            if task is not None:
                self.tasks.appendleft(replace(task, deaths=task.deaths + 1))
        else:
            sentence = (
                f"match {task.fixture.number} cannot be played: its worker processes keep dying"
            )
            raise PuntoError("worker-died", f"{sentence} ({exit_reason(code)})")
        self.replace_worker(worker)

    def requeue_with_fault(self, worker: Worker, what: str) -> None:
        """Queue the match again, with the question at which a bot forfeits the round."""
        assert worker.task is not None
        fault = KnownFault(worker.watch[QUESTION], worker.watch[SEAT], what)
        known = (*worker.task.known, fault)
        self.tasks.appendleft(Task(worker.task.fixture, known))

    def replace_worker(self, worker: Worker) -> None:
        """Start a new worker in place of a dead one."""
        self.workers[self.workers.index(worker)] = Worker(self.settings, self.date)


def refuse_unsendable(settings: Settings) -> None:
    """Refuse bots that worker processes could not import."""
    main = sys.modules["__main__"]
    for bot in settings.bots:
        if isinstance(bot, str):
            continue
        try:
            sent = pickle.dumps(bot)
            why = "it is defined where other processes cannot import it"
            is_lost = b"__main__" in sent and not hasattr(main, "__file__")
        except Exception as error:  # pickle raises many kinds
            why, is_lost = str(error), True
        if is_lost:
            sentence = (
                f"the bot {bot.name} cannot be sent to worker processes: {why}; define its "
                "functions at the top level of a module, or play in this process with jobs=0"
            )
            raise PuntoError("bot-not-sent", sentence, bot=bot.name, why=why)


def exit_reason(code: int | None) -> str:
    """Describe how a process ended."""
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
