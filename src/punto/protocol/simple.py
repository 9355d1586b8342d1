"""Clients for engines in other processes, for programs without asyncio."""

import asyncio
import atexit
import threading
from collections.abc import AsyncGenerator, Coroutine, Generator, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Generic, Self, TypeVar
from weakref import WeakSet

from punto.engine.search import Budget
from punto.engine.source import Source
from punto.protocol.batch_client import AsyncBatch
from punto.protocol.client import ANSWER_SECONDS, AsyncEngine, Found, Value
from punto.protocol.lines import Info, Option
from punto.protocol.process_client import ProcessClient
from punto.rules.cell import Cell

Result = TypeVar("Result")
Client = TypeVar("Client", bound=ProcessClient)

OPEN: WeakSet["SimpleClient[Any]"] = WeakSet()
"""Engines to close when the program ends."""


class LoopThread:
    """An event loop on a thread of its own, for callers that wait for each answer."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="engine", daemon=True)
        self.thread.start()
        self.is_ended = False

    def wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something there, and return its result; if we are interrupted, so is that."""
        if self.is_ended:
            work.close()
            raise RuntimeError("this engine is closed")
        future = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def iterate(self, items: AsyncGenerator[Result, None]) -> Generator[Result, None, None]:
        """Yield what is generated there; closing this generator closes that one."""

        async def next_item() -> Result | None:
            return await anext(items, None)

        try:
            while (item := self.wait(next_item())) is not None:
                yield item
        finally:
            self.wait(items.aclose())

    def end(self) -> None:
        """End the thread."""
        self.is_ended = True
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class SimpleClient(Generic[Client]):
    """A client that runs on a thread of its own; every method waits for the answer.

    It can be used from any thread, and is closed at the latest when the program ends.
    """

    def __init__(self, start: Coroutine[Any, Any, Client]) -> None:
        self._thread = LoopThread()
        try:
            self._client = self._thread.wait(start)
        except BaseException:
            self._thread.end()
            raise
        OPEN.add(self)

    @property
    def is_running(self) -> bool:
        """Whether its process has not ended."""
        return not self._thread.is_ended and self._client.is_running

    def close(self) -> None:
        """End the engine: ask it to quit, then kill whatever is left of it."""
        if not self._thread.is_ended:
            self._thread.wait(self._client.close())
            self._thread.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Engine(SimpleClient[AsyncEngine]):
    """An engine in a process of its own: ``with Engine("punto engine") as engine: …``.

    The same as `AsyncEngine`, for programs without asyncio: every method waits for the answer.
    """

    def __init__(
        self, command: str | Sequence[str], *, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        super().__init__(AsyncEngine.start(command, answer_seconds=answer_seconds))

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._client.name

    @property
    def author(self) -> str:
        """Who wrote it, as it says."""
        return self._client.author

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that it offers, by name."""
        return self._client.options

    def configure(self, options: Mapping[str, Value]) -> None:
        """Set options of the engine; refuse those that it does not offer."""
        self._thread.wait(self._client.configure(options))

    def ping(self) -> None:
        """Wait until the engine has carried out all that was sent before."""
        self._thread.wait(self._client.ping())

    def choose(self, source: Source, budget: Budget, *, seed: int | None = None) -> Cell:
        """Let the engine choose a cell for the card in hand."""
        return self._thread.wait(self._client.choose(source, budget, seed=seed))

    def analyse(
        self,
        source: Source,
        budget: Budget,
        *,
        seed: int | None = None,
        timeout_seconds: float | None = None,
    ) -> Found:
        """Search for as long as a budget allows; an engine that takes much longer is killed."""
        return self._thread.wait(
            self._client.analyse(source, budget, seed=seed, timeout_seconds=timeout_seconds)
        )

    def stream(
        self, source: Source, budget: Budget | None = None, *, seed: int | None = None
    ) -> Generator[Info, None, None]:
        """Yield what the engine tells during a search; leaving the loop stops the search."""
        return self._thread.iterate(self._client.stream(source, budget, seed=seed))


class Batch(SimpleClient[AsyncBatch]):
    """Many analyses at a time: ``with Batch("punto engine --json") as batch: …``.

    The same as `AsyncBatch`, for programs without asyncio.
    """

    def __init__(
        self, command: str | Sequence[str], *, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        super().__init__(AsyncBatch.start(command, answer_seconds=answer_seconds))

    def analyse_all(
        self, sources: Iterable[Source], budget: Budget, *, seed: int = 1
    ) -> Generator[Found, None, None]:
        """Analyse positions at the same time, and yield what was found in their order."""
        return self._thread.iterate(self._client.analyse_all(sources, budget, seed=seed))


@atexit.register
def close_all() -> None:
    """Close the engines that the program has left open."""
    for engine in list(OPEN):
        engine.close()
