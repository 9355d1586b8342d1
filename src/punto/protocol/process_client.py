"""What all clients of an engine's process have in common."""

from types import TracebackType
from typing import Self

from punto.protocol.engine_process import EngineError, EngineProcess


class ProcessClient:
    """A client that owns the process of an engine, and closes it at the end of `async with`."""

    def __init__(self, process: EngineProcess) -> None:
        self._process = process
        self.name = process.command
        """What the engine calls itself; its command until it has told."""

    @property
    def is_running(self) -> bool:
        """Whether its process has not ended."""
        return self._process.is_running

    async def close(self) -> None:
        """End the engine: ask it to quit, then kill whatever is left of it."""
        await self._process.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def _killed_for_silence(self, seconds: float | None, what: str = "") -> EngineError:
        """Kill an engine that does not answer, and return the error that says so."""
        text = " ".join(filter(None, ("gave no answer", what, f"within {seconds:g} s")))
        return self._killed("engine-timed-out", text)

    def _broke_protocol(self, what: str) -> EngineError:
        """Kill an engine whose lines cannot be trusted, and return the error that says so."""
        return self._killed("engine-broke-protocol", f"broke the protocol: {what}")

    def _killed(self, code: str, what: str) -> EngineError:
        self._process.kill(what)
        return EngineError(code, self.name, what)
