"""The loop of a child process: it reads requests from standard input, and writes replies.

A request is its length in 4 bytes and its text. A reply is one byte, OK or REFUSED, its length in
4 bytes, and JSON. The program ends when its input ends.
"""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from punto.notation.reader import RecordError
from punto.rules.errors import PuntoError

READY = b"\x02"
OK, REFUSED = 0, 1
LENGTH_BYTES = 4

MEMORY_BYTES = 512 * 2**20
"""A job that needs more memory ends this process, and not the server."""

Reply = tuple[int, bytes]


def run_jobs(reply_to: Callable[[bytes], Reply], *, niceness: int) -> None:
    """Handle requests one after the other, with a lower priority than the server."""
    limit_resources(niceness)
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    replies.write(READY)
    replies.flush()
    while (request := read_request(requests)) is not None:
        status, text = reply_to(request)
        replies.write(bytes([status]) + len(text).to_bytes(LENGTH_BYTES) + text)
        replies.flush()


def read_request(requests: BinaryIO) -> bytes | None:
    """Read one request; None at the end of the input."""
    head = requests.read(LENGTH_BYTES)
    return requests.read(int.from_bytes(head)) if len(head) == LENGTH_BYTES else None


def refused(error: PuntoError) -> Reply:
    """Make the reply that a job was refused, with the line of a record where the error is."""
    line, sentence = None, error.sentence
    if isinstance(error, RecordError):
        line, sentence = error.line, sentence.removeprefix(f"line {error.line}: ")
    values = {
        name: value if isinstance(value, bool | int | None) else str(value)
        for name, value in error.values.items()
        if name != "line"
    }
    told = {"line": line, "code": error.code, "sentence": sentence, "values": values}
    return REFUSED, json.dumps(told).encode()


def error_in(refusal: bytes) -> PuntoError:
    """Read the error in a reply of `refused`."""
    told = json.loads(refusal)
    error = PuntoError(told["code"], told["sentence"], **told["values"])
    return error if told["line"] is None else RecordError(told["line"], error)


def limit_resources(niceness: int) -> None:
    """Limit the memory and lower the priority of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 not on every system

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    if hasattr(os, "nice"):
        os.nice(niceness)
