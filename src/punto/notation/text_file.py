"""Text files: reading lines within fixed limits, and writing a file atomically.

Records come from anywhere, so a reader must not be made to hold more than it can bear.
"""

import os
import re
from pathlib import Path
from typing import BinaryIO

from punto.rules.errors import UnreadableError, Words

MAX_LINE_BYTES = 8192
MAX_FILE_BYTES = 2 * 2**20

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that end lines, control terminals, or change the order in which text appears."""


class LineReader:
    """Reads a record line by line, skipping blank lines and comments.

    It looks at one line at a time, and at none before the first `advance`.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._bytes_read = 0
        self.number = 0
        """The number of the current line, from 1."""
        self.text: str | None = ""
        """The current line; None at the end of the file."""

    def describe(self) -> str:
        """Return the current line, or a phrase for the end of the file, for an error message."""
        return Words("the end of the file") if self.text is None else self.text

    def advance(self) -> None:
        """Go to the next line that is neither blank nor a comment."""
        while True:
            raw = self._stream.readline(MAX_LINE_BYTES + 1)
            if not raw:
                self.text = None
                return
            self.number += 1
            self.text = self._decode(raw)
            if self.text:
                return

    def _decode(self, raw: bytes) -> str:
        """Check a line, and strip what is not part of it."""
        self._bytes_read += len(raw)
        if len(raw) > MAX_LINE_BYTES:
            raise UnreadableError(
                "line", expected=f"at most {MAX_LINE_BYTES} bytes", came=Words("more")
            )
        if self._bytes_read > MAX_FILE_BYTES:
            expected = f"at most {MAX_FILE_BYTES} bytes"
            raise UnreadableError("file", expected=expected, came=Words("more"))
        try:
            line = raw.decode("utf-8-sig" if self.number == 1 else "utf-8").strip(" \t\r\n")
        except UnicodeDecodeError:
            raise UnreadableError("line", expected="UTF-8 text", came=raw[:20]) from None
        if not line.isprintable() and CONTROL.search(line.replace("\t", " ")):
            raise UnreadableError("line", expected="plain text", came=line)
        # A tag's value may hold a semicolon; elsewhere one begins a comment.
        return line if line.startswith("[") else single_spaced(line.partition(";")[0])


def single_spaced(line: str) -> str:
    """Reduce every gap between words to one space."""
    return " ".join(filter(None, line.replace("\t", " ").split(" ")))


def check_text(what: str, text: str) -> str:
    """Refuse a value that would not fit on one line of plain text."""
    if CONTROL.search(text) or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise UnreadableError(what, expected="one line of plain text", came=text)
    return text


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that a crash leaves either the old one or the new one, never a part."""
    half = path.with_name(f"{path.name}.half")
    with half.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    half.replace(path)
