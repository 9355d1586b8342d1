"""Frames: what a server sends, and what of a client's can be read at once."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from punto.server.frames import plain_frame, text_frame, unmasked

SIZES = [0, 1, 125, 126, 127, 65_535, 65_536]


def of_client(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """Write a frame as the library does for a client, with a mask of chance."""
    return Frame(opcode, text, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_the_library_reads_what_we_write(size: int) -> None:
    reader = StreamReader()
    reader.feed_data(text_frame("ä" * (size // 2) + "x" * (size % 2)))
    reading = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as end:
        next(reading)
    frame = end.value.value
    assert (frame.opcode, frame.fin, len(frame.data)) == (Opcode.TEXT, True, size)
    assert reader.buffer == b""


@pytest.mark.parametrize("size", SIZES[:-1])
def test_we_read_what_the_library_writes(size: int) -> None:
    said = bytes(number % 251 for number in range(size))
    data = b"before" + of_client(said) + b"after"
    mask, end = plain_frame(data, len(b"before"))
    assert data[end:] == b"after"
    assert unmasked(data, mask, end) == said


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CLOSE])
def test_signs_of_life_are_plain(opcode: Opcode) -> None:
    data = of_client(b"1234", opcode)
    assert plain_frame(data, 0)[1] == len(data)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 4000])
def test_a_frame_of_which_something_lacks_is_not_plain(size: int) -> None:
    data = of_client(b"x" * size)
    for end in {*range(min(len(data), 20)), len(data) - 1}:
        assert plain_frame(data[:end], 0) == (0, 0)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(of_client(b"x" * 65_536), id="long"),
        pytest.param(of_client(b"half", fin=False), id="first part"),
        pytest.param(of_client(b"half", Opcode.CONT), id="last part"),
        pytest.param(of_client(b"bytes", Opcode.BINARY), id="bytes"),
        pytest.param(text_frame("not masked at all"), id="not masked"),
        pytest.param(text_frame("x" * 300), id="not masked, of two bytes' size"),
        pytest.param(b"\xc1" + of_client(b"text")[1:], id="compressed"),
    ],
)
def test_everything_else_is_left_to_the_library(data: bytes) -> None:
    assert plain_frame(data, 0) == (0, 0)
