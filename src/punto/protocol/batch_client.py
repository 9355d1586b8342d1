"""A client for batches: many analyses at a time by an engine that speaks JSON lines."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from punto.engine.search import Budget
from punto.engine.source import Source, position_in
from punto.notation.position import write_position
from punto.notation.record import read_move
from punto.protocol.client import ANSWER_SECONDS, Found
from punto.protocol.engine_process import EngineError, EngineProcess
from punto.protocol.lines import Info
from punto.protocol.process_client import ProcessClient
from punto.rules.errors import PuntoError, shortened

MAX_OPEN_REQUESTS = 64
"""How many analyses `analyse_all` asks for ahead of the one that is wanted next."""

Report = Callable[[Found], None]


class AsyncBatch(ProcessClient):
    """Analyses in another process: ``async with await AsyncBatch.start("punto engine --json")``.

    Any number of analyses may run at the same time. Cancelling one ends it in the engine too.
    Failures raise `EngineError`, as with `AsyncEngine`.
    """

    def __init__(self, process: EngineProcess) -> None:
        super().__init__(process)
        self._ids = map(str, count(1))
        self._replies: dict[str, asyncio.Queue[dict[str, Any] | EngineError]] = {}
        self._failure: EngineError | None = None
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls, command: str | Sequence[str], *, answer_seconds: float = ANSWER_SECONDS
    ) -> "AsyncBatch":
        """Start an engine, and wait until it answers."""
        batch = cls(await EngineProcess.start(command))
        try:
            async with asyncio.timeout(answer_seconds):
                async for _ in batch._ask({"action": "version"}):
                    pass
        except BaseException as error:
            silence = batch._killed_for_silence(answer_seconds)
            await batch.close()
            if isinstance(error, TimeoutError):
                raise silence from None
            raise
        return batch

    async def analyse(
        self,
        source: Source,
        budget: Budget,
        *,
        seed: int = 1,
        report_simulations: int | None = None,
        on_report: Report = lambda _found: None,
    ) -> Found:
        """Analyse a position; the infos of all cells are returned, the best first.

        `on_report` gets what was found so far, each time `report_simulations` more are done.
        """
        limits = {"simulations": budget.simulations, "report_simulations": report_simulations}
        if budget.milliseconds is not None:
            limits["milliseconds"] = max(1, round(budget.milliseconds))
        request = {"position": write_position(position_in(source)), "seed": seed}
        given = {name: limit for name, limit in limits.items() if limit is not None}
        async for reply in self._ask({**request, **given}):
            found = self._read_found(reply)
            if reply.get("is_final"):
                return found
            on_report(found)
        raise AssertionError("an analysis ends with a final reply")

    async def analyse_all(
        self, sources: Iterable[Source], budget: Budget, *, seed: int = 1
    ) -> AsyncGenerator[Found, None]:
        """Analyse positions at the same time, and yield what was found in their order."""
        waiting: deque[asyncio.Task[Found]] = deque()
        try:
            for source in sources:
                waiting.append(asyncio.create_task(self.analyse(source, budget, seed=seed)))
                if len(waiting) == MAX_OPEN_REQUESTS:
                    yield await waiting.popleft()
            while waiting:
                yield await waiting.popleft()
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def close(self) -> None:
        """End the engine and all its analyses."""
        await super().close()
        self._reader.cancel()
        with suppress(asyncio.CancelledError):
            await self._reader

    async def _ask(self, request: dict[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """Send a request, and yield its replies up to the last; end it if nobody wants more."""
        if self._failure is not None:
            raise self._failure
        name = next(self._ids)
        queue = self._replies[name] = asyncio.Queue()
        is_open = True
        try:
            await self._process.write(json.dumps({"id": name, **request}))
            while is_open:
                reply = await queue.get()
                if isinstance(reply, EngineError):
                    is_open = False
                    raise reply
                is_open = not reply.get("is_final", True)
                if reply.get("type") == "error":
                    what = f"refused a request: {reply.get('sentence')}"
                    raise EngineError("engine-refused", self.name, what)
                yield reply
        finally:
            del self._replies[name]
            if is_open and self._failure is None:
                end = {"id": next(self._ids), "action": "terminate", "target": name}
                with suppress(EngineError):
                    await self._process.write(json.dumps(end))

    async def _read(self) -> None:
        """Hand every reply to whoever waits for it; if the engine fails, tell all of them."""
        try:
            while True:
                line = await self._process.read()
                reply = self._read_reply(line)
                queue = self._replies.get(reply.get("id") or "")
                if queue is not None:
                    queue.put_nowait(reply)
        except EngineError as error:
            self._failure = error
            for queue in self._replies.values():
                queue.put_nowait(error)

    def _read_reply(self, line: str) -> dict[str, Any]:
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict) or not isinstance(reply.get("id"), str | None):
            raise self._broke_protocol(f"{shortened(line)} is not a reply")
        return reply

    def _read_found(self, reply: dict[str, Any]) -> Found:
        """Read the reply to an analysis."""
        try:
            simulations = int(reply["simulations"])
            infos = tuple(
                Info(
                    (read_move(cell["move"]),),
                    simulations,
                    rank=rank,
                    visits=int(cell["visits"]),
                    chances=tuple(map(float, cell["chances"])),
                    errors=tuple(map(float, cell["errors"])),
                )
                for rank, cell in enumerate(reply["cells"], start=1)
            )
            return Found(read_move(reply["best"]), infos)
        except (KeyError, TypeError, ValueError, PuntoError) as error:
            what = f"{type(error).__name__} in a reply: {error}"
            raise self._broke_protocol(what) from None
