"""The writer: one thread that commits everything that is waiting together (group commit).

An append is acknowledged only after its commit. While one batch is being written, the next one
collects in the queue, so throughput grows with the load.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from queue import SimpleQueue
from threading import Lock, Thread

from punto.server.store._committer import Committer, Job
from punto.server.store.errors import IN_DOUBT, NO_STORE, UNAVAILABLE, StoreError, refusal
from punto.server.store.file_watch import FileWatch
from punto.server.store.model import Append

MAX_BATCH = 1000
"""Appends in one transaction at most, so that nobody waits long for many others."""

CHECKS_PER_TIMEOUT = 4
"""How many times within `answer_seconds` to check for requests that have waited that long."""

Future = asyncio.Future[object]


@dataclass(slots=True, eq=False)
class Request:
    """Work in the queue, and the future of whoever waits for the outcome."""

    work: Append | Job
    future: Future
    since: float
    started: Lock = field(default_factory=Lock)

    def start(self) -> bool:
        """Claim the request, to run it or to give it up; only the first caller gets True."""
        return self.started.acquire(blocking=False)


class Writer:
    """Takes appends and other jobs from an event loop to a thread of its own."""

    def __init__(
        self,
        committer: Committer,
        max_waiting: int,
        answer_seconds: float,
        file: FileWatch | None = None,
    ) -> None:
        self.committer, self.file = committer, file
        self.max_waiting, self.answer_seconds = max_waiting, answer_seconds
        self.loop = asyncio.get_running_loop()
        self.queue: SimpleQueue[Request | None] = SimpleQueue()
        self.unanswered: dict[Future, Request] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.is_closed = False
        self.thread = Thread(target=self._run, name="punto-store-writer", daemon=True)
        self.thread.start()

    def submit(self, work: Append | Job) -> Future:
        """Queue work; refuse it immediately if too much is waiting already."""
        if self.is_closed:
            raise refusal("closed")
        if self.file:
            self.file.check_again()
        if len(self.unanswered) >= self.max_waiting:
            sentence = "too many writes are waiting: nothing was stored, try again in a moment"
            raise StoreError("busy", sentence, limit=self.max_waiting)
        future = self.loop.create_future()
        self.unanswered[future] = request = Request(work, future, self.loop.time())
        self.queue.put(request)
        if self.timer is None:
            self._start_timer()
        return future

    async def close(self, timeout: float) -> None:
        """Finish queued work within `timeout` seconds; what is left then gets an error."""
        if not self.is_closed:
            self.is_closed = True
            self.queue.put(None)
        await asyncio.to_thread(self.thread.join, timeout)
        await asyncio.sleep(0)  # the last answers are on their way
        self._give_up(list(self.unanswered.values()))
        self.committer.retry.stop()
        self.committer.cutter.cut()
        if self.timer is not None:
            self.timer.cancel()

    def _start_timer(self) -> None:
        pause = self.answer_seconds / CHECKS_PER_TIMEOUT
        self.timer = self.loop.call_later(pause, self._check_timeouts)

    def _check_timeouts(self) -> None:
        """Give up what has waited too long, whatever the database does, and check again later."""
        latest = self.loop.time() - self.answer_seconds
        late = list(takewhile(lambda one: one.since < latest, self.unanswered.values()))
        self._give_up(late)
        if late:
            self.committer.cutter.cut(self.answer_seconds * (1 - 1 / CHECKS_PER_TIMEOUT))
        self.timer = None
        if self.unanswered:
            self._start_timer()

    def _give_up(self, requests: list[Request]) -> None:
        """Answer now: what has not started never will; the outcome of the rest is unknown."""
        self._answer(
            [(one.future, refusal(UNAVAILABLE if one.start() else IN_DOUBT)) for one in requests]
        )

    def _run(self) -> None:
        """Commit batch after batch until the queue ends."""
        is_last = False
        while not is_last:
            requests, is_last = self._take()
            appends = [one.work for one in requests if isinstance(one.work, Append)]
            if appends:
                outcomes = self.committer.commit(appends)
                futures = (one.future for one in requests if isinstance(one.work, Append))
                self._send(list(zip(futures, outcomes, strict=True)))
            for one in requests:
                if not isinstance(one.work, Append):
                    self._send([(one.future, self.committer.do(one.work))])
        self.committer.close()

    def _take(self) -> tuple[list[Request], bool]:
        """Wait for a request, then take all that are queued; return whether these are the last."""
        requests: list[Request] = []
        while not requests or (len(requests) < MAX_BATCH and not self.queue.empty()):
            request = self.queue.get()
            if request is None:
                return requests, True
            if request.start():
                requests.append(request)
        return requests, False

    def _send(self, answers: list[tuple[Future, object]]) -> None:
        """Hand answers to the event loop, all together: waking it is the expensive part."""
        with suppress(RuntimeError):  # the loop is closed, and nobody waits
            self.loop.call_soon_threadsafe(self._answer, answers)

    def _answer(self, answers: list[tuple[Future, object]]) -> None:
        """Answer those who still wait; runs in the event loop.

        Nothing is acknowledged that went into a file which is gone or was changed from outside. The
        check is here because the writer's thread would have to wait for the interpreter's lock
        after each one.
        """
        is_lost = self.file is not None and self.file.find_fault() != ""
        for future, outcome in answers:
            self.unanswered.pop(future, None)
            if future.done():
                continue
            if is_lost and not isinstance(outcome, StoreError):
                future.set_exception(refusal(IN_DOUBT))  # the file may come back
            elif isinstance(outcome, StoreError):
                if outcome.code == NO_STORE and self.file:
                    self.file.note_damage()
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
