"""A pool of worker processes that run chunks; dead and hanging workers are replaced."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from math import inf
from multiprocessing.connection import wait
from time import monotonic
from typing import Generic

from punto.lab.work import ASKED, QUESTION, Chunk, Numbered, Result, Work
from punto.lab.worker import Answer, Task, Worker
from punto.rules.errors import PuntoError

POLL_SECONDS = 0.1
"""Time between two checks for questions that exceed the timeout."""

MAX_DEATHS = 5
"""Give up after this many deaths while no question was open: foreign code is not to blame then."""


class ChunkPool(Generic[Chunk, Result]):
    """Runs chunks of one kind of work on several processes, which stay for the next chunks."""

    def __init__(self, work: Work[Chunk, Result], jobs: int) -> None:
        self.work, self.jobs = work, jobs
        self.again: deque[Task[Chunk]] = deque()
        """Chunks whose worker was lost; they come first."""
        self.coming: Iterator[Chunk | None] = iter(())
        self.numbers = count()
        self.workers: list[Worker[Chunk, Result]] = []

    def run(self, chunks: Iterable[Chunk | None]) -> Numbered[Result]:
        """Run chunks; closing the generator before its end kills the workers."""
        self.coming, self.numbers = iter(chunks), count()
        is_finished = False
        try:
            while self.assign_tasks():
                yield from self.wait_for_answers()
            is_finished = True
        finally:
            if not is_finished:
                self.close()

    def wait_for_answers(self) -> Numbered[Result]:
        """Wait a moment for answers, and replace the workers that hang or have died."""
        begun = monotonic()
        ready = wait([worker.pipe for worker in self.workers if worker.task], self.poll_seconds)
        # Time in which this process itself was suspended does not count against a bot.
        passed = min(monotonic() - begun, 2 * self.poll_seconds)
        for worker in [worker for worker in self.workers if worker.task]:
            if worker.pipe in ready:
                answer = worker.receive()
                if answer is None:
                    self.replace_dead(worker)
                else:
                    worker.task = None
                    yield answer.number, result_of(answer)
            elif worker.add_thinking_time(passed) > (self.work.timeout or inf):
                self.stop_hanging(worker)

    def close(self) -> None:
        """Kill all workers."""
        for worker in self.workers:
            worker.kill()
        self.workers.clear()
        self.again.clear()
        self.coming = iter(())

    @property
    def poll_seconds(self) -> float:
        """Maximum time to wait for an answer before checking for timeouts."""
        return min(POLL_SECONDS, (self.work.timeout or 1.0) / 4)

    def assign_tasks(self) -> bool:
        """Give every idle worker a chunk; return whether any chunk is being run."""
        while idle := next((worker for worker in self.workers if worker.task is None), None):
            task = self.next_task()
            if task is None:
                break
            idle.assign(task)
        while len(self.workers) < self.jobs and (task := self.next_task()) is not None:
            self.workers.append(Worker(self.work))
            self.workers[-1].assign(task)
        return any(worker.task for worker in self.workers)

    def next_task(self) -> Task[Chunk] | None:
        """Return the next chunk to run; None if there is none now."""
        if self.again:
            return self.again.popleft()
        chunk = next(self.coming, None)
        return None if chunk is None else Task(next(self.numbers), chunk)

    def stop_hanging(self, worker: Worker[Chunk, Result]) -> None:
        """Replace a worker whose question has exceeded the timeout."""
        self.requeue_with_fault(worker, f"gave no answer within {self.work.timeout:g} s")
        worker.kill()
        self.replace_worker(worker)

    def replace_dead(self, worker: Worker[Chunk, Result]) -> None:
        """Replace a worker that has died; the second time, blame whoever was being asked.

        The first time it may have been killed from outside, so the chunk is just run again.
        """
        code = worker.kill()
        task = worker.task
        assert task is not None
        if task.deaths and worker.watch[ASKED]:
            self.requeue_with_fault(worker, f"ended its process ({exit_reason(code)})")
        elif task.deaths < MAX_DEATHS:
            self.again.append(replace(task, deaths=task.deaths + 1))
        else:
            what = self.work.describe(task.chunk)
            sentence = f"{what} cannot be run: its worker processes keep dying"
            raise PuntoError("worker-died", f"{sentence} ({exit_reason(code)})")
        self.replace_worker(worker)

    def requeue_with_fault(self, worker: Worker[Chunk, Result], what: str) -> None:
        """Queue the chunk again, with the question that cannot be asked."""
        task = worker.task
        assert task is not None
        watch = worker.watch[QUESTION], worker.watch[ASKED]
        self.again.append(Task(task.number, self.work.blame(task.chunk, watch, what)))

    def replace_worker(self, worker: Worker[Chunk, Result]) -> None:
        """Start a new worker in place of a dead one."""
        self.workers[self.workers.index(worker)] = Worker(self.work)


def result_of(answer: Answer[Result]) -> Result:
    """Return the result of an answer, or raise what the chunk has raised."""
    if answer.error is not None:
        raise answer.error
    return answer.result  # type: ignore[return-value]  # None only if that is the result


def exit_reason(code: int | None) -> str:
    """Describe how a process ended."""
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
