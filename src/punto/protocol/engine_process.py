"""The process of an engine: lines in and out, and an end that leaves nothing running."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from punto.protocol.lines import MAX_LINE_BYTES
from punto.rules.errors import PuntoError, shortened

GUARD = Path(__file__).with_name("_guard.py")

QUIT_SECONDS = 2.0
"""How long an engine may take to end after `quit`; then it is killed."""

MAX_COMPLAINT_CHARACTERS = 200
"""How much of a line on standard error a crash report quotes."""

KEPT_COMPLAINTS = 40
"""How many lines of standard error are kept: enough for the report of an error by Node."""

HAS_GUARD = os.name == "posix"
"""Elsewhere only the engine itself is ended, not what it started, and not when we are killed."""


def complaint_of(lines: Iterable[str]) -> str:
    """Return the line on standard error that says why an engine ended: the last one.

    Node writes the stack and its version after the error: with it, the line of the error.
    """
    written = [line for line in lines if line.strip()]
    last = written[-1] if written else ""
    if not re.match(r"Node\.js v\d", last):
        return last
    return next((line for line in reversed(written) if re.match(r"\w*Error\b", line)), last)


class EngineError(PuntoError):
    """An engine could not be started, crashed, did not answer in time, or broke the protocol."""

    def __init__(self, code: str, engine: str, what: str) -> None:
        super().__init__(code, f"the engine {engine} {what}", engine=engine, what=what)
        self.what = what


def split_command(command: str | Sequence[str]) -> list[str]:
    """Split a command line as a shell does; a list is taken as it is."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(map(str, command))
    except ValueError as error:
        raise EngineError("engine-not-started", shortened(command), f"has {error}") from None
    if not words:
        raise EngineError("engine-not-started", "''", "has no command")
    return words


def find_program(words: Sequence[str]) -> str:
    """Return the path of a command's program; `punto` is also found beside Python itself."""
    program = shutil.which(words[0]) or shutil.which(words[0], path=Path(sys.executable).parent)
    if program is None:
        what = f"cannot be started: there is no program {words[0]}"
        raise EngineError("engine-not-started", shlex.join(words), what)
    return program


class EngineProcess:
    """A running engine; made by `start`, and ended by `close` or `kill`."""

    def __init__(self, process: Process, command: str, lifeline: socket.socket | None) -> None:
        self.process, self.command = process, command
        self._lifeline = lifeline
        self._killed_because = ""
        self._complaints: deque[str] = deque(maxlen=KEPT_COMPLAINTS)
        self._stderr = asyncio.create_task(self._read_stderr())
        self._has_ended = False
        self._end_watch = asyncio.create_task(self._watch_end())

    @classmethod
    async def start(cls, command: str | Sequence[str]) -> "EngineProcess":
        """Start an engine in a process group of its own."""
        words = split_command(command)
        program = find_program(words)
        if not HAS_GUARD:
            plain = await asyncio.create_subprocess_exec(
                program, *words[1:], stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=MAX_LINE_BYTES
            )
            return cls(plain, shlex.join(words), None)
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", str(GUARD), str(theirs.fileno())),
                *(program, *words[1:]),
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=MAX_LINE_BYTES,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        return cls(process, shlex.join(words), ours)

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return not self._has_ended

    async def write(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n".encode())
            await self.process.stdin.drain()
        except (OSError, RuntimeError):
            raise await self.describe_crash() from None

    async def read(self) -> str:
        """Receive a line; EngineError if the engine has ended, or sends an endless line."""
        assert self.process.stdout is not None
        try:
            line = await self.process.stdout.readline()
        except ValueError:
            what = f"sent a line of more than {MAX_LINE_BYTES} bytes"
            self.kill(what)
            raise EngineError("engine-broke-protocol", self.command, what) from None
        except OSError:
            line = b""
        if not line.endswith(b"\n"):
            raise await self.describe_crash()
        return line.decode("utf-8", "replace").strip()

    async def describe_crash(self) -> EngineError:
        """Kill what is left, and say how the engine ended and what it complained of last."""
        if self._killed_because:
            return EngineError("engine-killed", self.command, f"was killed: {self._killed_because}")
        code = await self._exit_code()
        self.kill()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._stderr), QUIT_SECONDS)
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {-code}"
        else:
            how = f"ended with exit code {code}"
        complaint = complaint_of(self._complaints)
        plain = "".join(char if char.isprintable() else " " for char in complaint).strip()
        what = f"{how}: {plain[:MAX_COMPLAINT_CHARACTERS]}" if plain else how
        return EngineError("engine-crashed", self.command, what)

    async def _exit_code(self) -> int | None:
        """Return how the engine ended; None if it has not, although it sends nothing more."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._end_watch), QUIT_SECONDS)
        return None

    async def _read_stderr(self) -> None:
        """Keep the last lines of standard error, so that the engine never waits for us."""
        assert self.process.stderr is not None
        rest = ""
        while text := await self.process.stderr.read(4096):
            *lines, rest = (rest + text.decode("utf-8", "replace")).split("\n")
            self._complaints.extend(lines)
            rest = rest[-4096:]
        self._complaints.append(rest)

    async def _watch_end(self) -> int | None:
        """Wait for the end of the engine, kill what it left, and return its exit code.

        asyncio's own `wait` would wait for the pipes too, which other processes may hold open.
        """
        if self._lifeline is None:
            code: int | None = await self.process.wait()
        else:
            try:
                told = await asyncio.get_running_loop().sock_recv(self._lifeline, 16)
            except OSError:
                told = b""
            code = int(told) if told else -signal.SIGKILL  # the guard was killed
            self._kill_group()
        self._has_ended = True
        return code

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def kill(self, why: str = "") -> None:
        """Kill the engine and everything it started; later questions fail with `why`."""
        self._killed_because = self._killed_because or why
        if not self.is_running:
            return
        if self._lifeline is None:
            with suppress(ProcessLookupError):
                self.process.kill()
        else:
            self._kill_group()

    async def close(self) -> None:
        """Ask the engine to quit, wait a moment, and kill what is left."""
        assert self.process.stdin is not None
        try:
            if self.is_running:
                with suppress(OSError, RuntimeError, TimeoutError):
                    self.process.stdin.write(b"quit\n")
                    self.process.stdin.close()
                    await asyncio.wait_for(asyncio.shield(self._end_watch), QUIT_SECONDS)
        finally:
            self.kill()
            await asyncio.shield(self._end())

    async def _end(self) -> None:
        """Wait until the process is gone, and free what belonged to it."""
        await self._end_watch
        self._stderr.cancel()
        with suppress(asyncio.CancelledError):
            await self._stderr
        # First the pipes: asyncio waits for their end, and nobody reads them any more.
        transport: asyncio.SubprocessTransport = self.process._transport  # type: ignore[attr-defined]
        for stream in (0, 1, 2):
            if (pipe := transport.get_pipe_transport(stream)) is not None:
                pipe.close()
        await self.process.wait()
        transport.close()
        if self._lifeline is not None:
            self._lifeline.close()
