"""Runs an engine, and kills it with all that it started when the client is gone.

Started as `python -I -S _guard.py FD COMMAND…` in a session of its own, with one end of a socket as
FD. The client holds the other end: when that closes, for whatever reason, the whole process group
is killed, even if the engine hangs or ignores the end of its input. If the engine ends first, its
exit code is written to the socket, and what it left behind is killed.

It is a program by itself and imports little, so that it starts at once.
"""

import os
import select
import signal
import sys


def main() -> None:
    """Start the engine, then wait for its end or that of the client."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    engine = os.fork()
    if engine == 0:
        start(command)
    # The engine alone holds its pipes: so the client sees their end when the engine ends.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    while True:
        ready, _, _ = select.select([lifeline, wake], [], [])
        if lifeline in ready:
            os.killpg(0, signal.SIGKILL)
        os.read(wake, 512)
        ended, status = os.waitpid(engine, os.WNOHANG)
        if ended:
            os.write(lifeline, str(os.waitstatus_to_exitcode(status)).encode())
            os.killpg(0, signal.SIGKILL)


def start(command: list[str]) -> None:
    """Become the engine."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)  # noqa: S606 that is what it is for
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


if __name__ == "__main__":
    main()
