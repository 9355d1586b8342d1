"""The program of the child process: reads records from its input, and writes replays.

`python -m punto.server.offload.child`. A request is its length in 4 bytes and a record. An answer
is one byte, OK or REFUSED, its length in 4 bytes, and JSON. The program ends with its input.
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
"""A record that needs more ends this process, and no other."""

NICENESS = 5
"""Those who play come first where there is one processor."""


def main() -> None:
    """Answer requests one after the other."""
    limit_resources()
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    answers.write(READY)
    answers.flush()
    while (record := read_request(requests)) is not None:
        status, text = answer_to(record)
        answers.write(bytes([status]) + len(text).to_bytes(LENGTH_BYTES) + text)
        answers.flush()


def read_request(requests: BinaryIO) -> bytes | None:
    """Read one request; None if there are no more."""
    head = requests.read(LENGTH_BYTES)
    return requests.read(int.from_bytes(head)) if len(head) == LENGTH_BYTES else None


def answer_to(record: bytes) -> tuple[int, bytes]:
    """Check a record, and tell its match card by card."""
    try:
        return OK, replay_body(replay_of(read_record(record)))
    except RecordError as error:
        values = {name: value for name, value in error.values.items() if name != "line"}
        sentence = error.sentence.removeprefix(f"line {error.line}: ")
        told = {"line": error.line, "code": error.code, "sentence": sentence}
        return REFUSED, encode({**told, "values": json_values(values)}).encode()


def limit_resources() -> None:
    """Bound the memory, and give way to others, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 not on every system

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    if hasattr(os, "nice"):
        os.nice(NICENESS)


if __name__ == "__main__":
    main()
