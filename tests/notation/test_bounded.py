"""Files that are too big or mean nothing: refused soon, and in little memory."""

import io
import tracemalloc
from collections.abc import Iterable
from itertools import islice, repeat
from random import Random

import pytest

from punto import RecordError, read_record

from .samples import SMALL, vector
from .streams import (
    Counted,
    drawn_rounds,
    endless_deck,
    endless_moves,
    endless_tags,
    headers,
)

pytestmark = pytest.mark.slow

MEGABYTE = 2**20
MOST_BYTES = 2 * 2**20
MOST_IN_LINE = 8192
MOST_MEMORY = 20 * MEGABYTE
BUFFER = 2 * io.DEFAULT_BUFFER_SIZE


def refusal_in_little_memory(chunks: Iterable[bytes]) -> tuple[RecordError, int]:
    """Read a file that must be refused, and tell how much was read of it."""
    stream = Counted(chunks)
    tracemalloc.start()
    try:
        with pytest.raises(RecordError) as caught:
            read_record(io.BufferedReader(stream))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY
    assert stream.consumed <= MOST_BYTES + MOST_IN_LINE + BUFFER
    assert caught.value.line >= 1
    return caught.value, stream.consumed


def letters(chance: Random) -> bytes:
    return bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz \n", k=MEGABYTE))


NONSENSE = {
    "random bytes": [Random(1).randbytes(MEGABYTE)] * 10,
    "one line": [b"x" * MEGABYTE] * 10,
    "one tag": [b'[Format "', *[b"x" * MEGABYTE] * 10],
    "letters": [letters(Random(2))] * 10,
    "nulls": [bytes(MEGABYTE)] * 10,
    "quotes": [b'"' * MEGABYTE] * 10,
    "backslashes": [b'[Format "', *[b"\\" * MEGABYTE] * 10],
    "brackets": [b"[" * 100 + b"\n"] * 100,
    "a picture": [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", Random(3).randbytes(MEGABYTE)],
    "a program": [b"\x7fELF\x02\x01\x01", Random(4).randbytes(MEGABYTE)],
    "an archive": [b"\x1f\x8b\x08\x00", Random(5).randbytes(MEGABYTE)],
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_is_refused_in_its_first_line(kind: str) -> None:
    error, consumed = refusal_in_little_memory(NONSENSE[kind])
    assert error.line == 1
    assert consumed <= MOST_IN_LINE + BUFFER
    assert len(error.sentence) < 200


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_after_a_true_beginning_is_refused_in_its_first_line(kind: str) -> None:
    beginning = vector(SMALL)[: vector(SMALL).index("9. ")]
    error, consumed = refusal_in_little_memory([beginning.encode(), *NONSENSE[kind]])
    assert error.line == 23
    assert consumed <= len(beginning) + MOST_IN_LINE + BUFFER
    assert len(error.sentence) < 200


def test_million_of_rounds_without_moves() -> None:
    error, consumed = refusal_in_little_memory(islice(headers(), 1_000_000))
    assert (error.line, error.code) == (13, "unreadable-end")
    assert consumed <= BUFFER


def test_endless_true_rounds_are_cut_at_the_thousandth() -> None:
    error, _ = refusal_in_little_memory(drawn_rounds())
    assert error.code == "unreadable-rounds"
    assert "at most 1000" in error.sentence
    assert "round 1001 start 1" in error.sentence
    assert error.line == 10 + 1000 * 23


def test_thousand_true_rounds_are_read() -> None:
    text = b"".join(islice(drawn_rounds(), 1001))
    record = read_record(text)
    assert record.match.round_number == 1000
    assert record.result == "*"


@pytest.mark.parametrize("line", [b"x" * 99 + b"\n", b"x" * 10_000, bytes(100)])
def test_endless_nonsense(line: bytes) -> None:
    error, consumed = refusal_in_little_memory(repeat(line))
    assert error.line == 1
    assert consumed <= MOST_IN_LINE + BUFFER


@pytest.mark.parametrize("line", [b";" * 1000 + b"\n", b" " * 1000 + b"\n"])
def test_endless_lines_that_say_nothing(line: bytes) -> None:
    error, consumed = refusal_in_little_memory(repeat(line))
    assert error.code == "unreadable-file"
    assert f"at most {MOST_BYTES} bytes" in error.sentence
    assert error.line == MOST_BYTES // len(line) + 1
    assert consumed >= MOST_BYTES


def test_endless_tags() -> None:
    error, _ = refusal_in_little_memory(endless_tags(length=4000))
    assert error.code in ("unreadable-file", "unreadable-tag")


def test_endless_moves_and_decks() -> None:
    error, consumed = refusal_in_little_memory(endless_moves())
    assert (error.line, error.code) == (13, "unreadable-turn")
    assert consumed <= BUFFER
    error, consumed = refusal_in_little_memory(endless_deck())
    assert (error.line, error.code) == (12, "unreadable-line")
    assert consumed <= MOST_IN_LINE + BUFFER


def test_true_record_with_too_much_behind_it() -> None:
    nothing = b";" + b" " * 1000 + b"\n"
    error, _ = refusal_in_little_memory([vector(SMALL).encode(), *[nothing] * 10_000])
    assert error.code == "unreadable-file"
