"""Standard input and output of an engine: bounded lines in, whole lines out."""

import os
import select
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

from punto.protocol.lines import MAX_LINE_BYTES

WATCH_INTERVAL_SECONDS = 0.5
"""How often to look whether anybody still reads the output."""


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream, without what ends them; None for one that is too long.

    The rest of such a line is skipped without keeping it. Bytes that are not UTF-8 are replaced.
    """
    while line := stream.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE_BYTES)
            yield None
        else:
            yield line.decode("utf-8", "replace").rstrip("\r\n")


class LineWriter:
    """Writes whole lines from any thread, and flushes each."""

    def __init__(self, stream: BinaryIO, on_reader_gone: Callable[[], None]) -> None:
        self.stream, self.on_reader_gone = stream, on_reader_gone
        self._lock = threading.Lock()

    def write(self, *lines: str) -> None:
        """Write lines that belong together, with nothing of other threads between them."""
        if not lines:
            return
        text = "".join(f"{line}\n" for line in lines).encode()
        with self._lock:
            try:
                self.stream.write(text)
                self.stream.flush()
            except (OSError, ValueError):
                self.on_reader_gone()

    def watch_reader(self) -> None:
        """Notice when nobody reads the output any more, even while nothing is written.

        So an engine ends soon after the program that started it, whatever it is searching.
        """
        if hasattr(select, "poll"):
            threading.Thread(target=self._watch, name="watch output", daemon=True).start()

    def _watch(self) -> None:
        poll, pause = select.poll(), threading.Event()
        poll.register(self.stream.fileno(), 0)  # 0: only that the other end is closed
        while not poll.poll(0):
            pause.wait(WATCH_INTERVAL_SECONDS)
        self.on_reader_gone()


def exit_at_once() -> None:
    """Exit without waiting for searches: there is nobody left to tell."""
    os._exit(1)
