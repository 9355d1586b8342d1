"""The program of the child process: reads records from standard input, and writes replays.

Started with `python -m punto.server.offload.child`. A request is its length in 4 bytes and a
record. A reply is one byte, OK or REFUSED, its length in 4 bytes, and JSON. The program ends when
its input ends.
"""

import os
import sys
from contextlib import suppress
from typing import BinaryIO

from punto.notation.reader import RecordError, read_record
from punto.server.table.client_view import json_values, replay_body
from punto.server.table.replaying import replay_of
from punto.server.wire.encoding import encode

READY = b"\x02"
OK, REFUSED = 0, 1
LENGTH_BYTES = 4

MEMORY_BYTES = 512 * 2**20
"""A record that needs more memory ends this process, and not the server."""

NICENESS = 5
"""The server comes first where there is only one processor."""


def main() -> None:
    """Handle requests one after the other."""
    limit_resources()
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    replies.write(READY)
    replies.flush()
    while (record := read_request(requests)) is not None:
        status, text = make_reply(record)
        replies.write(bytes([status]) + len(text).to_bytes(LENGTH_BYTES) + text)
        replies.flush()


def read_request(requests: BinaryIO) -> bytes | None:
    """Read one request; None at the end of the input."""
    head = requests.read(LENGTH_BYTES)
    return requests.read(int.from_bytes(head)) if len(head) == LENGTH_BYTES else None


def make_reply(record: bytes) -> tuple[int, bytes]:
    """Check a record; return its replay, or what is wrong with it."""
    try:
        return OK, replay_body(replay_of(read_record(record)))
    except RecordError as error:
        values = {name: value for name, value in error.values.items() if name != "line"}
        sentence = error.sentence.removeprefix(f"line {error.line}: ")
        reason = {"line": error.line, "code": error.code, "sentence": sentence}
        return REFUSED, encode({**reason, "values": json_values(values)}).encode()


def limit_resources() -> None:
    """Limit the memory and lower the priority of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 not on every system

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    if hasattr(os, "nice"):
        os.nice(NICENESS)


if __name__ == "__main__":
    main()
