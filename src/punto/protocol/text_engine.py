"""The program of the text protocol: reads commands while a search runs, and ends with its input."""

import threading
from collections import deque
from typing import BinaryIO

from punto.protocol.lines import read_go
from punto.protocol.standard_streams import LineWriter, exit_at_once, read_lines
from punto.protocol.text_session import TextSession, error_line, line_too_long
from punto.rules.errors import PuntoError

MAX_WAITING_LINES = 1000
"""Lines that may wait for a search to end; more are refused."""


class TextEngine:
    """Carries lines out in their order on one thread, while another one reads the next lines.

    `stop`, `quit`, and `isready` during a search, do not wait for their turn.
    """

    def __init__(self, writer: LineWriter) -> None:
        self.writer = writer
        self.session = TextSession(self._send)
        self._lines: deque[tuple[str, threading.Event]] = deque()
        self._current: threading.Event | None = None
        """The stop of the line that is being carried out."""
        self._searches: list[threading.Event] = []
        """The stops of all searches that were asked for and have not ended."""
        self._endless: set[threading.Event] = set()
        """Those of searches without a budget."""
        self._changed = threading.Condition()
        self._is_ending = False
        self._worker = threading.Thread(target=self._work, name="search", daemon=True)

    def serve(self, stream: BinaryIO) -> None:
        """Read and carry out lines until `quit` or the end of the input.

        What was asked for before is still done, but `quit` stops all searches, and the end of the
        input those without a budget: so commands can come from a file.
        """
        self._worker.start()
        for line in read_lines(stream):
            if line is None:
                self.writer.write(error_line(line_too_long()))
            elif not self.accept(line):
                break
        with self._changed:
            self._is_ending = True
            for stop in self._endless:
                stop.set()
            self._changed.notify()
        self._worker.join()

    def accept(self, line: str) -> bool:
        """Queue a line, or carry it out at once if it must not wait; return False for `quit`."""
        command = line.split(maxsplit=1)[:1]
        with self._changed:
            if command in (["quit"], ["stop"]):
                for stop in self._searches:
                    stop.set()
                return command == ["stop"]
            is_answered_now = command == ["isready"] and self._searches
            if not is_answered_now and command and len(self._lines) < MAX_WAITING_LINES:
                stop = threading.Event()
                if command == ["go"]:
                    self._searches.append(stop)
                    if is_endless(line):
                        self._endless.add(stop)
                self._lines.append((line, stop))
                self._changed.notify()
                return True
        if is_answered_now:
            self.writer.write("readyok")
        elif command:
            busy = PuntoError("busy", f"more than {MAX_WAITING_LINES} lines wait for a search")
            self.writer.write(error_line(busy))
        return True

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._lines:
                    if self._is_ending:
                        return
                    self._changed.wait()
                line, self._current = self._lines.popleft()
            self.session.execute(line, self._current)

    def _send(self, *lines: str) -> None:
        """Send lines; with `bestmove` the search has ended.

        It is over before the client can read that: an `isready` that comes after it waits its turn
        again, behind what was sent before it.
        """
        if lines and lines[-1].startswith("bestmove "):
            with self._changed:
                assert self._current is not None
                self._searches.remove(self._current)
                self._endless.discard(self._current)
        self.writer.write(*lines)


def is_endless(line: str) -> bool:
    """Whether a `go` command has no budget."""
    try:
        return read_go(line.split()[1:]).budget is None
    except PuntoError:
        return False


def serve_text(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Speak the text protocol until the input ends."""
    writer = LineWriter(stdout, exit_at_once)
    writer.watch_reader()
    TextEngine(writer).serve(stdin)
