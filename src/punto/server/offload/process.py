"""A child process that runs one job at a time, and is killed if a job takes too long."""

import asyncio
import logging
import os
import sys
from contextlib import suppress

from punto.rules.errors import PuntoError
from punto.server.offload.jobs import LENGTH_BYTES, READY

log = logging.getLogger("punto.offload")

START_SECONDS = 60.0
"""How long Python may take to start."""

JOB_SECONDS = 60.0
"""How long a job may take on the clock. The longest takes a tenth of a second of the processor, but
this process gets only what others leave of a busy machine."""

IDLE_SECONDS = 60.0
"""How long the process is kept without a job."""


class JobFailedError(PuntoError):
    """The process was killed, or ended by itself."""

    def __init__(self) -> None:
        super().__init__("busy", "this took too long and was stopped: try again in a moment")


class ChildProcess:
    """Starts with the first job, and again after it ended. Only one caller at a time may ask."""

    def __init__(
        self,
        module: str,
        *,
        job_seconds: float = JOB_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.module = module
        self.job_seconds, self.idle_seconds = job_seconds, idle_seconds
        self.process: asyncio.subprocess.Process | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; return the status and the text of the reply. Raises JobFailedError."""
        self._stop_idle_timer()
        try:
            process = await self._running()
            async with asyncio.timeout(self.job_seconds):
                reply = await exchange(process, request)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning(
                "child process: job failed and was stopped (%s)", error or type(error).__name__
            )
            self.kill()
            raise JobFailedError from None
        except BaseException:
            self.kill()  # nobody reads its reply, which would be taken for that to the next request
            raise
        self._idle = asyncio.get_running_loop().call_later(self.idle_seconds, self.kill)
        return reply

    @property
    def pid(self) -> int | None:
        """The id of the process, if it is running."""
        running = self.process is not None and self.process.returncode is None
        return self.process.pid if running and self.process is not None else None

    async def _running(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            path = os.pathsep.join(filter(None, sys.path))
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", self.module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C stops the server, but lets a job finish
            )
            assert self.process.stdout is not None
            async with asyncio.timeout(START_SECONDS):
                await self.process.stdout.readexactly(len(READY))
        return self.process

    def kill(self) -> None:
        """Kill the process; the next job starts another."""
        self._stop_idle_timer()
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """Kill the process, and wait until it is gone."""
        process = self.process
        self.kill()
        if process is not None:
            await process.wait()

    def _stop_idle_timer(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None


async def exchange(process: asyncio.subprocess.Process, request: bytes) -> tuple[int, bytes]:
    """Write a request, and read its reply."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(request).to_bytes(LENGTH_BYTES) + request)
    await process.stdin.drain()
    head = await process.stdout.readexactly(1 + LENGTH_BYTES)
    return head[0], await process.stdout.readexactly(int.from_bytes(head[1:]))
