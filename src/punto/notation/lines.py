"""The lines of a record: numbered, without comments, and never too much of them."""

from typing import BinaryIO

from punto.notation.plain import CONTROL, MAX_LINE_BYTES
from punto.rules.errors import UnreadableError, Words

MAX_BYTES = 2 * 2**20


class Lines:
    """A reader that looks at one line at a time, and before the first `advance` at none.

    What is blank or a comment it passes over.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._bytes = 0
        self.number = 0
        """The number of the line looked at, from 1."""
        self.text: str | None = ""
        """That line; None at the end of the file."""

    def found(self) -> str:
        """Say what stands here, for a sentence about something else that should."""
        return Words("the end of the file") if self.text is None else self.text

    def advance(self) -> None:
        """Go on to the next line that says something."""
        while True:
            raw = self._stream.readline(MAX_LINE_BYTES + 1)
            if not raw:
                self.text = None
                return
            self.number += 1
            self.text = self._said_in(raw)
            if self.text:
                return

    def _said_in(self, raw: bytes) -> str:
        self._bytes += len(raw)
        if len(raw) > MAX_LINE_BYTES:
            raise UnreadableError(
                "line", expected=f"at most {MAX_LINE_BYTES} bytes", came=Words("more")
            )
        if self._bytes > MAX_BYTES:
            raise UnreadableError("file", expected=f"at most {MAX_BYTES} bytes", came=Words("more"))
        try:
            line = raw.decode("utf-8-sig" if self.number == 1 else "utf-8").strip(" \t\r\n")
        except UnicodeDecodeError:
            raise UnreadableError("line", expected="UTF-8 text", came=raw[:20]) from None
        if not line.isprintable() and CONTROL.search(line.replace("\t", " ")):
            raise UnreadableError("line", expected="plain text", came=line)
        return line if line.startswith("[") else single_spaced(line.partition(";")[0])


def single_spaced(line: str) -> str:
    """Make every gap between words one space wide."""
    return " ".join(filter(None, line.replace("\t", " ").split(" ")))
