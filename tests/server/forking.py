"""The process that forks for each request of the tests, once it has imported what servers import.

Each request forks a parent for the new program, which reports its id and its exit code through a
pipe.
"""

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import sys
import threading
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from server.clock.wall_clock import shift_clock
from server.disk.preloaded import inject_faults
from server.repeatable import draw_by_test
from server.rights import drop_rights

PRELOAD = "LD_PRELOAD"
PUNTO = "punto"
"""The program that is usually started; others are the paths of scripts."""

Request = tuple[str, list[str], dict[str, str], str]
"""Program, arguments, environment and folder of a command."""

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
    program: str,
    arguments: list[str],
    environment: dict[str, str],
    folder: str,
    streams: list[int],
) -> NoReturn:
    """Become a program, as if Python had just started."""
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
    drop_rights(environment)
    if PRELOAD in environment:
        inject_faults(environment[PRELOAD])
    sys.argv = [program, *arguments]
    code = 1
    try:
        if program == PUNTO:
            runpy.run_module(program, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(program, run_name="__main__")
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
