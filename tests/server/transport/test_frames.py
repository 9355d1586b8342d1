"""Frames, checked against the websockets library."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import PayloadTooBig, ProtocolError
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol, State
from websockets.streams import StreamReader

from punto.server.transport.budget import FrameBudget, FrameLimits
from punto.server.transport.frames import (
    BINARY,
    CLOSE,
    MAX_CONTROL_BYTES,
    TEXT,
    FrameError,
    FrameParser,
    Message,
    close_code,
    close_frame,
    text_frame,
)

SIZES = [0, 1, 125, 126, 127, 65_535, 65_536]
LARGEST = 65_536
GENEROUS = FrameLimits(1e9, 1e9, 1e9, 1e12)


def of_client(said: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """Build a client's frame with the library, with a random mask."""
    return Frame(opcode, said, fin=fin).serialize(mask=True)


def parser(largest: int = LARGEST) -> FrameParser:
    return FrameParser(largest, FrameBudget(GENEROUS))


@pytest.mark.parametrize("size", SIZES)
def test_the_library_parses_our_frames(size: int) -> None:
    reader = StreamReader()
    reader.feed_data(text_frame("ä" * (size // 2) + "x" * (size % 2)))
    reading = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as end:
        next(reading)
    frame = end.value.value
    assert (frame.opcode, frame.fin, len(frame.data)) == (Opcode.TEXT, True, size)
    assert reader.buffer == b""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("piece", [1, 7, 100_000])
def test_we_parse_the_frames_of_the_library_in_pieces_of_any_size(size: int, piece: int) -> None:
    said = bytes(number % 251 for number in range(size))
    data, parsing, found = of_client(said) + of_client(b"after"), parser(), list[Message]()
    for begin in range(0, len(data), piece):
        found += parsing.feed(data[begin : begin + piece])
    assert found == [Message(TEXT, said), Message(TEXT, b"after")]
    assert not parsing.buffer


def test_fragments_are_joined_even_with_pings_between_them() -> None:
    data = of_client(b"one ", Opcode.BINARY, fin=False) + of_client(b"ping", Opcode.PING)
    data += of_client(b"", Opcode.CONT, fin=False) + of_client(b"two", Opcode.CONT)
    assert list(parser().feed(data)) == [Message(9, b"ping"), Message(BINARY, b"one two")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(of_client(b"x" * 65_537), 1009, id="too long"),
        pytest.param(of_client(b"x" * 65_537)[:10], 1009, id="too long, and not here yet"),
        pytest.param(b"\x81\xff" + b"\xff" * 8, 1009, id="longest of all"),
        pytest.param(
            of_client(b"x" * 60_000, fin=False) + of_client(b"x" * 6_000, Opcode.CONT),
            1009,
            id="too long in parts",
        ),
        pytest.param(of_client(b"half", Opcode.CONT), 1002, id="a part of nothing"),
        pytest.param(of_client(b"a", fin=False) + of_client(b"b"), 1002, id="a second beginning"),
        pytest.param(text_frame("not masked at all"), 1002, id="not masked"),
        pytest.param(b"\xc1" + of_client(b"text")[1:], 1002, id="compressed"),
        pytest.param(b"\x83" + of_client(b"text")[1:], 1002, id="unknown opcode"),
        pytest.param(b"\x09" + of_client(b"ping")[1:], 1002, id="a ping in parts"),
        pytest.param(b"\x89" + of_client(b"x" * 126)[1:], 1002, id="a ping that is too long"),
    ],
)
def test_protocol_violations_are_refused(data: bytes, code: int) -> None:
    with pytest.raises(FrameError) as caught:
        list(parser().feed(data))
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("payload", "code"),
    [(b"", 1005), (b"\x03\xe8", 1000), (b"\x03\xe9bye", 1001), (b"\x0f\xa0", 4000)],
)
def test_close_codes_are_parsed(payload: bytes, code: int) -> None:
    assert close_code(payload) == code


@pytest.mark.parametrize("payload", [b"\x03", b"\0\0", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff"])
def test_bad_close_frames_are_refused(payload: bytes) -> None:
    with pytest.raises(FrameError):
        close_code(payload)


def test_a_long_close_reason_is_truncated() -> None:
    assert len(close_frame(1000, "x" * 200)) == 2 + MAX_CONTROL_BYTES


FIRST_BYTES = (0x81, 0x01, 0x82, 0x02, 0x80, 0x00, 0x89, 0x8A)
"""First bytes of text and binary frames, complete and fragmented, continuations, pings, pongs."""

frames = st.builds(
    lambda first, said: bytes([first]) + of_client(said)[1:],
    st.sampled_from(FIRST_BYTES) | st.integers(0, 255).filter(lambda first: first & 15 != CLOSE),
    st.binary(max_size=140) | st.integers(900, 1100).map(bytes),
)


def told_by_library(pieces: list[bytes]) -> tuple[list[Message], bool]:
    """List the messages that the library finds, and whether it then fails."""
    judge = Protocol(SERVER, state=State.OPEN, max_size=1000)
    found: list[Message] = []
    parts, opcode = b"", 0
    for piece in pieces:
        judge.receive_data(piece)
        for event in judge.events_received():
            assert isinstance(event, Frame)
            if event.opcode.value >= CLOSE:
                found.append(Message(event.opcode.value, bytes(event.data)))
                continue
            if event.opcode is not Opcode.CONT:
                parts, opcode = b"", event.opcode.value
            parts += event.data
            if event.fin:
                found.append(Message(opcode, parts))
    return found, isinstance(judge.parser_exc, ProtocolError | PayloadTooBig)


@given(st.lists(frames, max_size=8), st.lists(st.integers(0, 3000), max_size=6))
def test_any_input_is_parsed_as_the_library_parses_it(sent: list[bytes], cuts: list[int]) -> None:
    data = b"".join(sent)
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    pieces = [data[a:b] for a, b in pairwise(places)]
    parsing, found, refused = parser(1000), list[Message](), False
    try:
        for piece in pieces:
            for message in parsing.feed(piece):
                found.append(message)
    except FrameError:
        refused = True
    expected, judged = told_by_library(pieces)
    assert (found, refused) == (expected, judged)
