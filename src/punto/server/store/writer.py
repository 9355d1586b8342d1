"""The writer: one thread that commits together whatever waits, and answers only after that."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from queue import SimpleQueue
from threading import Lock, Thread

from punto.server.store.append import Append
from punto.server.store.committer import Committer, Job
from punto.server.store.errors import IN_DOUBT, NO_STORE, UNAVAILABLE, StoreError, refusal
from punto.server.store.file_watch import FileWatch

LARGEST_BATCH = 1000
"""Appends in one transaction, so that nobody waits long for many others."""

LOOKS = 4
"""How often the longest wait is divided to look who has waited that long."""

Future = asyncio.Future[object]


@dataclass(slots=True, eq=False)
class Waiting:
    """Work that waits for its turn, and somebody who waits for the answer."""

    work: Append | Job
    future: Future
    since: float
    turn: Lock = field(default_factory=Lock)

    def begins(self) -> bool:
        """Let this begin, or be given up, whichever comes first; tell whether it comes first."""
        return self.turn.acquire(blocking=False)


class Writer:
    """Takes appends, and other jobs that write, from an event loop to a thread of its own."""

    def __init__(
        self, committer: Committer, limit: int, longest: float, file: FileWatch | None = None
    ) -> None:
        self.committer, self.limit, self.longest, self.file = committer, limit, longest, file
        self.loop = asyncio.get_running_loop()
        self.queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self.unanswered: dict[Future, Waiting] = {}
        self.look: asyncio.TimerHandle | None = None
        self.is_closed = False
        self.thread = Thread(target=self._run, name="punto-store-writer", daemon=True)
        self.thread.start()

    def submit(self, work: Append | Job) -> Future:
        """Let work wait for its turn; refuse it at once where too much waits already."""
        if self.is_closed:
            raise refusal("closed")
        if self.file:
            self.file.check_again()
        if len(self.unanswered) >= self.limit:
            sentence = "too much waits to be stored: nothing was stored, try again in a moment"
            raise StoreError("busy", sentence, limit=self.limit)
        future = self.loop.create_future()
        self.unanswered[future] = waiting = Waiting(work, future, self.loop.time())
        self.queue.put(waiting)
        if self.look is None:
            self.look = self.loop.call_later(self.longest / LOOKS, self._look)
        return future

    async def close(self, timeout: float) -> None:
        """Finish what was taken, for so many seconds; what is left then gets an error."""
        if not self.is_closed:
            self.is_closed = True
            self.queue.put(None)
        await asyncio.to_thread(self.thread.join, timeout)
        await asyncio.sleep(0)  # the last answers are on their way
        self._give_up(list(self.unanswered.values()))
        self.committer.patience.stop()
        self.committer.lines.cut()
        if self.look is not None:
            self.look.cancel()

    def _look(self) -> None:
        """Give up what has waited too long, whatever the database does; then look again."""
        early = self.loop.time() - self.longest
        late = list(takewhile(lambda one: one.since < early, self.unanswered.values()))
        self._give_up(late)
        if late:
            self.committer.lines.cut(self.longest * (1 - 1 / LOOKS))
        self.look = None
        if self.unanswered:
            self.look = self.loop.call_later(self.longest / LOOKS, self._look)

    def _give_up(self, late: list[Waiting]) -> None:
        """Answer now: what has not begun never will, and of the rest nobody knows."""
        self._answer(
            [(one.future, refusal(UNAVAILABLE if one.begins() else IN_DOUBT)) for one in late]
        )

    def _run(self) -> None:
        """Commit batch after batch until the queue ends."""
        is_last = False
        while not is_last:
            works, is_last = self._take()
            appends = [one.work for one in works if isinstance(one.work, Append)]
            if appends:
                outcomes = self.committer.commit(appends)
                futures = (one.future for one in works if isinstance(one.work, Append))
                self._send(list(zip(futures, outcomes, strict=True)))
            for one in works:
                if not isinstance(one.work, Append):
                    self._send([(one.future, self.committer.do(one.work))])
        self.committer.close()

    def _take(self) -> tuple[list[Waiting], bool]:
        """Wait for something, then take all that is there; tell whether it was the last."""
        works: list[Waiting] = []
        while not works or (len(works) < LARGEST_BATCH and not self.queue.empty()):
            work = self.queue.get()
            if work is None:
                return works, True
            if work.begins():
                works.append(work)
        return works, False

    def _send(self, answers: list[tuple[Future, object]]) -> None:
        """Hand answers to the event loop, all at once: waking it up is what costs."""
        with suppress(RuntimeError):  # the loop is gone, and nobody waits
            self.loop.call_soon_threadsafe(self._answer, answers)

    def _answer(self, answers: list[tuple[Future, object]]) -> None:
        """Answer those who still wait; this runs in the event loop.

        Nothing is acknowledged that is in a file which is gone or was changed from outside. This is
        looked for here, as the thread that writes would have to wait for the interpreter after
        every such look.
        """
        is_lost = self.file is not None and self.file.look() != ""
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
