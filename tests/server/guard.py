"""Ends servers that outlived the tests: whatever ends those, this program sees its input end.

Its argument is a folder. Files in it whose names end in `.pid` hold the numbers of processes;
those get a signal, and the folder goes.
"""

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 10.0


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def main(folder: Path) -> None:
    sys.stdin.buffer.read()
    processes = [int(file.read_text().split()[0]) for file in folder.rglob("*.pid")]
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGQUIT)  # PostgreSQL lets go at once, Valkey just ends
    end = time.monotonic() + PATIENCE
    while any(map(lives, processes)) and time.monotonic() < end:
        time.sleep(0.02)
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # they are for the tests
        signal.signal(ignored, signal.SIG_IGN)
    main(Path(sys.argv[1]))
