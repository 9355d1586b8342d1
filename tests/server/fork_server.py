"""Starts `punto` by forking a process that has imported it: starting Python costs two seconds.

Run as a program, this is that process. Each request forks a parent for the new `punto`, which
reports its id and its exit code through a pipe.
"""

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, NoReturn

from server.clock.wall_clock import shift_clock
from server.repeatable import draw_by_test

TESTS = Path(__file__).parents[1]
CAN_FORK = sys.platform == "linux"
"""Whether programs are forked, unless a test changes how Python starts."""

Request = tuple[list[str], dict[str, str], str]
"""Arguments, environment and folder of a command."""

MESSAGE_BYTES = 1 << 17
"""More than the arguments and the environment of a command have."""

SERVER_MODULES = (
    "alembic.config",
    "punto.cli.main",
    "punto.cli.serve",
    "punto.cli._welcome",
    "punto.server.app",
    "punto.server.config.loading",
    "punto.server.process.logs",
    "punto.server.run",
    "uvicorn.loops.uvloop",
)
"""What a server imports until it is ready; whatever else it needs, it imports itself."""


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


class ForkServer:
    """The process that forks, seen from the tests."""

    def __init__(self) -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        with theirs:
            command = [sys.executable, "-P", "-m", "server.fork_server", str(theirs.fileno())]
            paths = filter(None, [str(TESTS), os.environ.get("PYTHONPATH")])
            self._process = subprocess.Popen(
                command,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
                pass_fds=[theirs.fileno()],
            )
        self._started_with = of_interpreter(os.environ)
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
        reading, writing = os.pipe()
        message = json.dumps([list(arguments), dict(environment), str(folder or Path.cwd())])
        descriptors = [*(stream.fileno() for stream in streams), writing]
        with self._lock:
            socket.send_fds(self._requests, [message.encode()], descriptors)
        os.close(writing)
        return ForkedProcess(reading)

    def close(self) -> None:
        """End it; what it has forked goes on."""
        self._requests.close()
        self._process.wait()


def of_interpreter(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that count before the first line of a program runs, or in imports."""
    prefixes = ("PYTHON", "LD_", "PUNTO_KERNEL")
    return {name: value for name, value in environment.items() if name.startswith(prefixes)}


@cache
def fork_server() -> ForkServer:
    """Return the one of this test process; the first call starts it."""
    return ForkServer()


def serve_forks(requests: socket.socket) -> None:
    """Import everything, then fork for each request until the tests have ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests and for what they start
    for name in SERVER_MODULES:
        import_module(name)
    assert threading.active_count() == 1, "only one thread survives a fork"
    gc.freeze()
    while True:
        message, descriptors, _, _ = socket.recv_fds(requests, MESSAGE_BYTES, 4)
        if not message:
            return
        if os.fork() == 0:
            requests.close()
            run_and_report(json.loads(message), descriptors[:3], descriptors[3])
        for descriptor in descriptors:
            os.close(descriptor)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def run_and_report(request: Request, streams: list[int], status: int) -> NoReturn:
    """Fork `punto`, write its id and later its exit code, and exit."""
    pid = os.fork()
    if pid == 0:
        os.close(status)
        run(*request, streams)
    for descriptor in streams:
        os.close(descriptor)
    os.write(status, f"{pid}\n".encode())
    _, waited = os.waitpid(pid, 0)
    os.write(status, f"{os.waitstatus_to_exitcode(waited)}\n".encode())
    os._exit(0)


def run(
    arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]
) -> NoReturn:
    """Become `punto`, as if Python had just started."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for place, descriptor in enumerate(streams):
        os.dup2(descriptor, place)
        os.close(descriptor)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - as Python itself opens them
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    gc.unfreeze()
    draw_by_test(environment)
    shift_clock(environment)
    sys.argv = ["punto", *arguments]
    code = 1
    try:
        runpy.run_module("punto", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as asked:
        serve_forks(asked)
