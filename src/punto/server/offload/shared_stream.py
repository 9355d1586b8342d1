"""A stream of messages that is computed once, and followed by everybody who asks for it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

Emit = Callable[[bytes], None]
Work = Callable[[Emit], Awaitable[None]]


class SharedStream:
    """The messages so far, and the task that makes more while somebody follows."""

    def __init__(self, work: Work) -> None:
        self.messages: list[bytes] = []
        self.followers = 0
        self.is_done = False
        self.error: BaseException | None = None
        """Why the work failed."""
        self._waiters: list[asyncio.Future[None]] = []
        self._task = asyncio.get_running_loop().create_task(self._run(work))

    async def _run(self, work: Work) -> None:
        try:
            await work(self._emit)
        except BaseException as error:
            if not self.is_done:
                self.error = error
            if isinstance(error, asyncio.CancelledError):
                raise
        finally:
            self.is_done = True
            self._wake()

    def end(self, message: bytes) -> None:
        """Cancel the work; everybody who follows gets this message as the last one."""
        self._emit(message)
        self.is_done = True
        self._task.cancel()

    def _emit(self, message: bytes) -> None:
        self.messages.append(message)
        self._wake()

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def follow(self) -> AsyncGenerator[bytes, None]:
        """Yield all messages, from the first. When the last follower leaves, the work is cancelled.

        If the work failed, its error is raised after the messages before it.
        """
        self.followers += 1
        try:
            seen = 0
            while True:
                while seen < len(self.messages):
                    seen += 1
                    yield self.messages[seen - 1]
                if self.is_done:
                    break
                waiter = asyncio.get_running_loop().create_future()
                self._waiters.append(waiter)
                await waiter
            if self.error is not None:
                raise self.error
        finally:
            self.followers -= 1
            if not self.followers:
                self._task.cancel()
