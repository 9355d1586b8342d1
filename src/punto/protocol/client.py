"""A client for engines in other processes, for programs that use asyncio."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from time import monotonic

from punto.engine.search import Budget
from punto.engine.source import Source, position_in
from punto.notation.position import write_position
from punto.notation.record import read_move
from punto.protocol.engine_process import EngineError, EngineProcess
from punto.protocol.lines import NO_MOVE, Go, Info, Option, read_info, read_option
from punto.protocol.process_client import ProcessClient
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError, TurnError, UnreadableError, shortened
from punto.rules.move import Move
from punto.rules.position import Position

ANSWER_SECONDS = 30.0
"""How long an engine may take to start, and to answer whatever needs no search."""

SEARCH_SECONDS = 600.0
"""How long a search may take by default if its budget has no time."""

STOP_SECONDS = 5.0
"""How long an engine may take to answer `stop`; then it is killed."""

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Found:
    """What a search of an engine ended with."""

    move: Move
    infos: tuple[Info, ...]
    """What the engine told last of each move, the best first; empty if it told nothing."""

    @property
    def best(self) -> Info | None:
        """What the engine told last about its best move."""
        return self.infos[0] if self.infos else None


class AsyncEngine(ProcessClient):
    """An engine in a process of its own: ``async with await AsyncEngine.start("punto engine")``.

    One search runs at a time; others wait for it. Whatever goes wrong raises `EngineError`, and
    once an engine has crashed, hung or been closed, its process is gone and stays gone.
    """

    def __init__(self, process: EngineProcess, answer_seconds: float) -> None:
        super().__init__(process)
        self._answer_seconds = answer_seconds
        self._lock = asyncio.Lock()
        self.author = ""
        self.options: dict[str, Option] = {}

    @classmethod
    async def start(
        cls, command: str | Sequence[str], *, answer_seconds: float = ANSWER_SECONDS
    ) -> "AsyncEngine":
        """Start an engine and shake hands with it.

        `answer_seconds` is how long it may take to answer whatever needs no search.
        """
        engine = cls(await EngineProcess.start(command), answer_seconds)
        try:
            await engine._shake_hands()
        except BaseException:
            await engine.close()
            raise
        return engine

    async def configure(self, options: Mapping[str, Value]) -> None:
        """Set options of the engine; refuse those that it does not offer."""
        for name in options:
            if name not in self.options:
                expected = f"one of {', '.join(self.options) or 'none'}"
                raise UnreadableError("option", expected=expected, came=name)
        async with self._lock:
            for name, value in options.items():
                text = str(value).lower() if isinstance(value, bool) else str(value)
                await self._process.write(f"setoption name {name} value {text}")
            await self._ping()

    async def ping(self) -> None:
        """Wait until the engine has carried out all that was sent before."""
        async with self._lock:
            await self._ping()

    async def choose(self, source: Source, budget: Budget, *, seed: int | None = None) -> Cell:
        """Let the engine choose a cell for the card in hand."""
        return (await self.analyse(source, budget, seed=seed)).move.cell

    async def analyse(
        self,
        source: Source,
        budget: Budget,
        *,
        seed: int | None = None,
        timeout_seconds: float | None = None,
    ) -> Found:
        """Search for as long as a budget allows; an engine that takes much longer is killed."""
        if timeout_seconds is None:
            timed = budget.milliseconds
            timeout_seconds = (
                SEARCH_SECONDS if timed is None else timed / 1000 + self._answer_seconds
            )
        infos: dict[int, Info] = {}
        lines = self._search(position_in(source), budget, seed, timeout_seconds)
        async with aclosing(lines):
            async for line in lines:
                if not isinstance(line, Info):
                    return Found(line, tuple(infos[rank] for rank in sorted(infos)))
                infos[line.rank] = line
        raise AssertionError("a search ends with a move")

    async def stream(
        self, source: Source, budget: Budget | None = None, *, seed: int | None = None
    ) -> AsyncGenerator[Info, None]:
        """Yield what the engine tells during a search; closing the generator stops the search.

        Without a budget, it goes on until then.
        """
        async with aclosing(self._search(position_in(source), budget, seed, None)) as lines:
            async for line in lines:
                if isinstance(line, Info):
                    yield line

    async def _search(
        self,
        position: Position,
        budget: Budget | None,
        seed: int | None,
        timeout_seconds: float | None,
    ) -> AsyncGenerator[Info | Move, None]:
        """Yield what the engine tells, then its move; stop the search if nobody wants more."""
        if position.card is None:
            raise TurnError("no-card-to-place", "nobody has a card to place in this position")
        async with self._lock:
            if seed is not None and "Seed" in self.options:
                await self._process.write(f"setoption name Seed value {seed}")
            await self._process.write(f"position {write_position(position)}")
            await self._process.write(str(Go(budget)))
            deadline = None if timeout_seconds is None else monotonic() + timeout_seconds
            is_searching, refusal = True, ""
            try:
                while is_searching:
                    try:
                        left = None if deadline is None else deadline - monotonic()
                        async with asyncio.timeout(left):
                            line = await self._process.read()
                    except (TimeoutError, EngineError) as error:
                        is_searching = False
                        if isinstance(error, EngineError):
                            raise
                        raise self._killed_for_silence(timeout_seconds) from None
                    command, *words = line.split() or [""]
                    if command == "info" and (info := self._read_info(words, line)):
                        yield info
                    elif command == "error":
                        refusal = line
                    elif command == "bestmove":
                        is_searching = False
                        yield self._read_best(words, position, refusal)
            finally:
                if is_searching:
                    await self._stop()

    async def _stop(self) -> None:
        """End a search that nobody waits for; kill an engine that does not answer."""
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._process.write("stop")
                while (await self._process.read()).split()[:1] != ["bestmove"]:
                    pass
        except TimeoutError:
            self._killed_for_silence(STOP_SECONDS, "to `stop`")
        except EngineError:
            return  # it has crashed meanwhile, which the next call will tell

    async def _shake_hands(self) -> None:
        """Learn the name and the options of the engine."""
        await self._process.write("ugi")
        for line in await self._read_until("ugiok"):
            command, *words = line.split() or [""]
            if command == "id" and words[:1] == ["name"] and words[1:]:
                self.name = " ".join(words[1:])
            elif command == "id" and words[:1] == ["author"]:
                self.author = " ".join(words[1:])
            elif command == "option":
                try:
                    option = read_option(words)
                except PuntoError as error:
                    raise self._broke_protocol(error.sentence) from None
                self.options[option.name] = option
        await self._ping()

    async def _ping(self) -> None:
        await self._process.write("isready")
        for line in await self._read_until("readyok"):
            if line.startswith("error "):
                raise EngineError("engine-refused", self.name, f"answered {line!r}")

    async def _read_until(self, last: str) -> list[str]:
        """Read lines up to the one that ends an answer."""
        lines: list[str] = []
        try:
            async with asyncio.timeout(self._answer_seconds):
                while (line := await self._process.read()) != last:
                    lines.append(line)
        except TimeoutError:
            raise self._killed_for_silence(self._answer_seconds, f"with {last!r}") from None
        return lines

    def _read_info(self, words: Sequence[str], line: str) -> Info | None:
        try:
            return read_info(words)
        except PuntoError as error:
            raise self._broke_protocol(f"{error.sentence} in {shortened(line)}") from None

    def _read_best(self, words: Sequence[str], position: Position, refusal: str) -> Move:
        """Return the move of a `bestmove` line, which must be legal."""
        if words[:1] == [NO_MOVE]:
            what = f"refused to search: {refusal}" if refusal else "named no move"
            raise EngineError("engine-refused", self.name, what)
        try:
            move = read_move(words[0] if words else "")
        except PuntoError as error:
            raise self._broke_protocol(f"bestmove: {error.sentence}") from None
        is_legal = move.card == position.card and move.cell in position.legal_cells
        if not is_legal or move.on_top != (position.table[move.cell] is not None):
            raise self._broke_protocol(f"bestmove {move} is not a legal move")
        return move
