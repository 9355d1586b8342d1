"""The writer: one thread that commits together whatever waits, and answers only after that."""

import asyncio
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from punto.server.store.append import Append
from punto.server.store.committer import Committer, Job
from punto.server.store.errors import UNAVAILABLE, StoreError, refusal

LARGEST_BATCH = 1000
"""Appends in one transaction, so that nobody waits long for many others."""

Future = asyncio.Future[object]
Waiting = tuple[Append | Job, Future]


class Writer:
    """Takes appends, and other jobs that write, from an event loop to a thread of its own."""

    def __init__(self, committer: Committer, limit: int) -> None:
        self.committer, self.limit = committer, limit
        self.loop = asyncio.get_running_loop()
        self.queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self.unanswered: set[Future] = set()
        self.is_closed = False
        self.thread = Thread(target=self._run, name="punto-store-writer", daemon=True)
        self.thread.start()

    def submit(self, work: Append | Job) -> Future:
        """Let work wait for its turn; refuse it at once where too much waits already."""
        if self.is_closed:
            raise refusal("closed")
        if len(self.unanswered) >= self.limit:
            sentence = "too much waits to be stored: nothing was stored, try again in a moment"
            raise StoreError("busy", sentence, limit=self.limit)
        future = self.loop.create_future()
        self.unanswered.add(future)
        self.queue.put((work, future))
        return future

    async def close(self, timeout: float) -> None:
        """Finish what was taken, for so many seconds; what is left then gets an error."""
        if not self.is_closed:
            self.is_closed = True
            self.queue.put(None)
        await asyncio.to_thread(self.thread.join, timeout)
        await asyncio.sleep(0)  # the last answers are on their way
        sentence = "the server had to stop: whether this was stored shows when it is back"
        self._answer([(future, StoreError(UNAVAILABLE, sentence)) for future in self.unanswered])

    def _run(self) -> None:
        """Commit batch after batch until the queue ends."""
        is_last = False
        while not is_last:
            works, is_last = self._take()
            appends = [(work, future) for work, future in works if isinstance(work, Append)]
            if appends:
                outcomes = self.committer.commit([append for append, _ in appends])
                futures = (future for _, future in appends)
                self._send(list(zip(futures, outcomes, strict=True)))
            for work, future in works:
                if not isinstance(work, Append):
                    self._send([(future, self.committer.do(work))])
        self.committer.engine.dispose()

    def _take(self) -> tuple[list[Waiting], bool]:
        """Wait for something, then take all that is there; tell whether it was the last."""
        works: list[Waiting] = []
        while not works or (len(works) < LARGEST_BATCH and not self.queue.empty()):
            work = self.queue.get()
            if work is None:
                return works, True
            works.append(work)
        return works, False

    def _send(self, answers: list[tuple[Future, object]]) -> None:
        """Hand answers to the event loop, all at once: waking it up is what costs."""
        with suppress(RuntimeError):  # the loop is gone, and nobody waits
            self.loop.call_soon_threadsafe(self._answer, answers)

    def _answer(self, answers: list[tuple[Future, object]]) -> None:
        """Answer those who still wait; this runs in the event loop."""
        for future, outcome in answers:
            self.unanswered.discard(future)
            if future.done():
                continue
            if isinstance(outcome, StoreError):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
