"""Heads: found in pieces of any size, scanned once, and refused if ambiguous."""

import time

import pytest

from punto.server.transport.parsing import HeadScanner
from punto.server.transport.responses import RefusalError
from punto.server.transport.settings import MAX_HEAD_BYTES, MAX_HEAD_LINES

HEAD = b"GET / HTTP/1.1\r\nhost: x\r\nx: y\r\n\r\n"


def scanned(data: bytes, piece: int) -> tuple[int, bytes]:
    """Feed a scanner piece by piece; return the size it found and what is left."""
    scanner, pending = HeadScanner(), bytearray()
    for place in range(0, len(data), piece):
        pending += data[place : place + piece]
        if size := scanner.find_end(pending):
            return size, bytes(pending)
    return 0, bytes(pending)


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("before", [b"", b"\r\n"])
def test_a_head_ends_with_an_empty_line_in_pieces_of_any_size(piece: int, before: bytes) -> None:
    size, pending = scanned(before + HEAD + b"body", piece)
    assert pending[:size] == HEAD
    assert scanned(before + HEAD[:-1], piece)[0] == 0


@pytest.mark.parametrize("piece", [1, 2, 1000])
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\r\n\r\n" + HEAD, id="two empty lines"),
        pytest.param(b"\n" + HEAD, id="LF before it"),
        pytest.param(b"\rX" + HEAD, id="CR before it"),
        pytest.param(b" " + HEAD, id="a space before it"),
        pytest.param(HEAD.replace(b"\r\n", b"\n"), id="LF for all ends of lines"),
        pytest.param(HEAD.replace(b"x\r\n", b"x\n", 1), id="LF for one"),
        pytest.param(HEAD.replace(b"y\r\n\r\n", b"y\n\nGET / HTTP/1.1\r\n\r\n"), id="LF LF"),
        pytest.param(HEAD.replace(b"y\r\n", b"y\n\r\n"), id="LF CR LF"),
        pytest.param(HEAD.replace(b"x: y", b"x: \ry"), id="CR in a line"),
        pytest.param(HEAD.replace(b"x: y", b"x: y\r"), id="CR CR LF"),
        pytest.param(HEAD.replace(b"x: y", b"x: y\r\n z"), id="a folded line"),
        pytest.param(HEAD.replace(b"x: y", b"\tx: y"), id="a line that begins with a tab"),
    ],
)
def test_heads_that_proxies_parse_differently_are_refused(data: bytes, piece: int) -> None:
    with pytest.raises(RefusalError) as error:
        scanned(data, piece)
    assert error.value.status == 400


@pytest.mark.parametrize("piece", [1000, 100_000])
@pytest.mark.parametrize(
    "data",
    [
        b"GET /" + b"y" * MAX_HEAD_BYTES,
        b"GET / HTTP/1.1\r\nx: " + b"y" * MAX_HEAD_BYTES + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * MAX_HEAD_LINES + b"\r\n",
    ],
)
def test_a_head_that_is_too_long_is_refused(data: bytes, piece: int) -> None:
    with pytest.raises(RefusalError) as error:
        scanned(data, piece)
    assert error.value.status == 431


def test_each_byte_is_scanned_once() -> None:
    scanner, pending = HeadScanner(), bytearray(b"GET / HTTP/1.1\r\nx: " + b"y" * 30_000)
    begun = time.thread_time()
    scanner.find_end(pending)
    first = time.thread_time() - begun
    begun = time.thread_time()
    for _ in range(100):
        pending += b"y"
        scanner.find_end(pending)
    assert time.thread_time() - begun < max(0.005, 20 * first)
