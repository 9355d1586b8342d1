"""The reader: a few threads that read while the writer writes, and see all it has answered."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from punto.server.store.errors import StoreError, refusal, told

Found = TypeVar("Found")


class Reader:
    """Takes questions from an event loop to threads with a connection each."""

    def __init__(self, engine: Engine, threads: int, limit: int) -> None:
        self.engine, self.limit = engine, limit
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="punto-store-reader")
        self.waiting = 0
        self.is_closed = False

    async def ask(self, question: Callable[[Connection], Found]) -> Found:
        """Ask the database; refuse at once where too many wait already."""
        if self.is_closed:
            raise refusal("closed")
        if self.waiting >= self.limit:
            sentence = "too many wait to read: try again in a moment"
            raise StoreError("busy", sentence, limit=self.limit)
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, self._answer, question)
        finally:
            self.waiting -= 1

    def _answer(self, question: Callable[[Connection], Found]) -> Found:
        try:
            with self.engine.connect() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            raise told(error) from error

    def close(self) -> None:
        """Finish what is being read, and end the threads; who waits for a thread is cancelled."""
        self.is_closed = True
        self.pool.shutdown(wait=True, cancel_futures=True)
        self.engine.dispose()
