"""Starts `punto` by forking a process that has imported it: starting Python costs two seconds.

That process runs forking.py. There is one for each library that is preloaded, since that cannot
be changed after the start.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO

from server.forking import PRELOAD, PUNTO, Request

TESTS = Path(__file__).parents[1]
CAN_FORK = sys.platform == "linux"
"""Whether programs are forked, unless a test changes how Python starts."""


class ForkedProcess:
    """A `punto` that was forked, with the methods of subprocess.Popen that tests need."""

    def __init__(self, status: int) -> None:
        self._status = os.fdopen(status, "rb")
        self.pid = int(self._status.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and return the exit code."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"punto, PID {self.pid}", timeout or 0)
            self.returncode = int(self._status.readline())
            self._status.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it without a warning."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class PipedProcess(ForkedProcess):
    """A program that was forked, with a pipe for all that it prints."""

    def __init__(self, status: int, printed: int) -> None:
        super().__init__(status)
        self.stdout = os.fdopen(printed, "r", encoding="utf-8")

    def communicate(self, timeout: float) -> tuple[str, None]:
        """Wait until it has ended, and return what it printed; a pipe holds 64 KiB."""
        self.wait(timeout)
        return self.stdout.read(), None


class ForkServer:
    """The process that forks, seen from the tests."""

    def __init__(self, preloaded: str = "") -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        with theirs:
            command = [sys.executable, "-P", "-m", "server.forking", str(theirs.fileno())]
            paths = filter(None, [str(TESTS), os.environ.get("PYTHONPATH")])
            environment = os.environ | ({PRELOAD: preloaded} if preloaded else {})
            self._process = subprocess.Popen(
                command,
                env=environment | {"PYTHONPATH": os.pathsep.join(paths)},
                pass_fds=[theirs.fileno()],
            )
        self._started_with = of_interpreter(environment)
        atexit.register(self.close)

    def suits(self, environment: Mapping[str, str]) -> bool:
        """Tell whether a Python that starts anew would import the same modules in the same way."""
        return of_interpreter(environment) == self._started_with

    def start(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        streams: Sequence[IO[bytes]],
        folder: Path | None = None,
    ) -> ForkedProcess:
        """Run `punto` in a folder, with files as its standard input, output and error."""
        descriptors = [stream.fileno() for stream in streams]
        return ForkedProcess(self._send(PUNTO, arguments, environment, descriptors, folder))

    def start_piped(
        self, program: str, arguments: Sequence[str], environment: Mapping[str, str]
    ) -> PipedProcess:
        """Run a program without input; what it prints, errors too, comes through a pipe."""
        reading, writing = os.pipe()
        with Path(os.devnull).open("rb") as nothing:
            descriptors = [nothing.fileno(), writing, writing]
            status = self._send(program, arguments, environment, descriptors)
        os.close(writing)
        return PipedProcess(status, reading)

    def _send(
        self,
        program: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        streams: Sequence[int],
        folder: Path | None = None,
    ) -> int:
        """Ask for a process; return the pipe through which it reports."""
        reading, writing = os.pipe()
        where = str(folder or Path.cwd())
        request: Request = (program, list(arguments), dict(environment), where)
        message = json.dumps(request)
        with self._lock:
            socket.send_fds(self._requests, [message.encode()], [*streams, writing])
        os.close(writing)
        return reading

    def close(self) -> None:
        """End it; what it has forked goes on."""
        self._requests.close()
        self._process.wait()


def of_interpreter(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that count before the first line of a program runs, or in imports."""
    prefixes = ("PYTHON", "LD_", "PUNTO_KERNEL")
    return {name: value for name, value in environment.items() if name.startswith(prefixes)}


@cache
def fork_server(preloaded: str = "") -> ForkServer:
    """Return the one of this test process with that library; the first call starts it."""
    return ForkServer(preloaded)


def fork_server_for(environment: Mapping[str, str]) -> ForkServer | None:
    """Return one whose processes are as if Python had started in this environment, if any is."""
    if not CAN_FORK:
        return None
    found = fork_server(environment.get(PRELOAD, ""))
    return found if found.suits(environment) else None
