"""The reader: a few threads that read while the writer writes, and see all it has answered."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Timer
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from punto.server.store.connection_cutter import ConnectionCutter
from punto.server.store.errors import NO_STORE, UNAVAILABLE, StoreError, is_away, refusal, told
from punto.server.store.file_watch import FileWatch
from punto.server.store.retry import Retry

log = logging.getLogger(__name__)

Found = TypeVar("Found")

CLOSING = 1.0
"""Seconds that are left to those who read when the store is closed."""


class Reader:
    """Takes questions from an event loop to threads with a connection each."""

    def __init__(
        self,
        engine: Engine,
        threads: int,
        limit: int,
        patience: float,
        longest: float,
        file: FileWatch | None = None,
    ) -> None:
        self.engine, self.limit, self.longest, self.file = engine, limit, longest, file
        self.patience, self.lines = Retry(patience), ConnectionCutter(engine)
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="punto-store-reader")
        self.waiting = 0
        self.is_closed = False

    async def ask(self, question: Callable[[Connection], Found]) -> Found:
        """Ask the database; refuse at once where too many wait already."""
        if self.is_closed:
            raise refusal("closed")
        if self.file:
            self.file.check_again()
        if self.waiting >= self.limit:
            sentence = "too many wait to read: try again in a moment"
            raise StoreError("busy", sentence, limit=self.limit)
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(self.longest):
                found = await loop.run_in_executor(self.pool, self._answer, question)
        except TimeoutError as error:
            self.lines.cut(self.longest / 2)
            raise refusal(UNAVAILABLE) from error
        finally:
            self.waiting -= 1
        if self.file:  # what was read is only true of a file that is still there
            self.file.check()
        return found

    def _answer(self, question: Callable[[Connection], Found]) -> Found:
        """Ask, and wait for a database that is away."""
        while True:
            try:
                with self.engine.connect() as connection:
                    found = question(connection)
            except SQLAlchemyError as error:
                if is_away(error) and self.patience.waits():
                    continue
                raise self._noted(told(error)) from error
            self.patience.ends()
            return found

    def _noted(self, error: StoreError) -> StoreError:
        """Have nothing more stored in a file that is damaged; log what SQLite found, once."""
        if error.code == NO_STORE and self.file and self.file.note_damage():
            log.error("%s (%s)", error, error.__cause__)
        return error

    def close(self) -> None:
        """Finish what is being read, and end the threads; who waits for a thread is cancelled."""
        self.is_closed = True
        self.patience.stop()
        end = Timer(CLOSING, self.lines.cut)
        end.start()
        self.pool.shutdown(wait=True, cancel_futures=True)
        end.cancel()
        self.engine.dispose()
