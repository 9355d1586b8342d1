"""Frames of WebSockets, valid and broken, and what must come of a sequence of them."""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from hypothesis import strategies as st

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
CONTROL = 8
"""Opcodes from here on are control frames."""

LONGEST_BYTES = 65_536
"""A longer message is not read at all."""

CLOSE_CODES = {1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)}


class Fate(Enum):
    """How a connection must stand after some frames."""

    OPEN = "open, and a ping is answered"
    CLOSED = "closed by the server"
    WAITING = "waiting for the rest of a frame, or whatever the server prefers"


@dataclass(frozen=True)
class Frame:
    """A frame as it is sent; the length that it claims may be wrong."""

    opcode: int
    payload: bytes = b""
    is_final: bool = True
    reserved: int = 0
    mask: bytes | None = b"\0\0\0\0"
    width: int = 0
    """How many bytes the length is written in beyond the first; 0: as few as possible."""
    claimed: int | None = None

    def sent(self) -> bytes:
        """Write it."""
        length = len(self.payload) if self.claimed is None else self.claimed
        width = self.width or (0 if length < 126 else 2 if length < 65_536 else 8)
        bit = 0 if self.mask is None else 0x80
        sizes = {
            0: lambda: bytes([bit | length]),
            2: lambda: bytes([bit | 126]) + struct.pack(">H", length),
            8: lambda: bytes([bit | 127]) + struct.pack(">Q", length),
        }
        first = bytes([self.is_final << 7 | self.reserved << 4 | self.opcode])
        return first + sizes[width]() + (self.mask or b"") + masked(self.payload, self.mask)


def masked(payload: bytes, mask: bytes | None) -> bytes:
    """Apply a mask."""
    if not mask or not any(mask):
        return payload
    stream = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return (int.from_bytes(payload) ^ int.from_bytes(stream)).to_bytes(len(payload))


def is_wrong(frame: Frame, in_message: bool) -> bool:
    """Tell whether a frame alone is against the protocol."""
    if frame.reserved or frame.mask is None:
        return True
    if frame.opcode >= CONTROL:
        too_long = len(frame.payload) > 125 or frame.width or (frame.claimed or 0) > 125
        return frame.opcode > PONG or not frame.is_final or bool(too_long)
    if (frame.claimed or 0) > LONGEST_BYTES:
        return True
    return frame.opcode > BINARY or (frame.opcode == CONTINUATION) != in_message


def fate(frames: Sequence[Frame]) -> Fate:
    """Follow frames as a server must."""
    message: bytes | None = None
    is_text = False
    for frame in frames:
        wrong, claimed = is_wrong(frame, message is not None), frame.claimed or 0
        if len(frame.payload) < claimed and (claimed <= LONGEST_BYTES or frame.opcode >= CONTROL):
            return Fate.WAITING  # a server may read the whole frame before it looks at it
        if wrong:
            return Fate.CLOSED
        if frame.claimed is not None or frame.width:
            return Fate.WAITING  # or it is refused as written with too many bytes
        if frame.opcode == CLOSE:
            return Fate.CLOSED
        if frame.opcode >= CONTROL:
            continue
        is_text = is_text if message is not None else frame.opcode == TEXT
        message = (message or b"") + frame.payload
        if len(message) > LONGEST_BYTES:
            return Fate.CLOSED
        if frame.is_final:
            if is_text and not is_unicode(message):
                return Fate.CLOSED
            message = None
        elif is_text and not is_unicode(message):
            return Fate.WAITING  # it may be refused at once, or at the end
    return Fate.OPEN


def is_unicode(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def read_frames(received: bytes) -> Iterator[tuple[int, bytes]]:
    """Read what a server sent: opcodes and payloads; it must be flawless."""
    place = 0
    while place + 2 <= len(received):
        first, length = received[place], received[place + 1]
        assert first & 0xF0 == 0x80, f"a server sends whole frames, not {first:#x}"
        assert first & 0x0F in (TEXT, BINARY, CLOSE, PING, PONG), f"the opcode of {first:#x}"
        assert length < 128, "a server masks nothing"
        begin = place + 2 + {126: 2, 127: 8}.get(length, 0)
        if length > 125:
            length = int.from_bytes(received[place + 2 : begin])
        if begin + length > len(received):
            return
        yield first & 0x0F, received[begin : begin + length]
        place = begin + length


masks = st.one_of(st.just(bytes(4)), st.binary(min_size=4, max_size=4))
COMMANDS = [
    b'{"type":"beat"}',
    b'{"type":"place","id":"a","answers":0,"seat":1,"cell":"f6"}',
    b'{"type":"sit","id":"b","seat":2,"name":"Ben"}',
    b'{"type":"react","id":"c","reaction":"none"}',
    b'{"type":"nothing"}',
    b"[" * 2000,
    b'{"type":' + b"9" * 2000 + b"}",
    b"",
]
texts = st.one_of(st.sampled_from(COMMANDS), st.text(max_size=40).map(str.encode))
payloads = st.one_of(texts, st.binary(max_size=60), st.just(b"\xed\xa0\x80"))


@st.composite
def message(draw: st.DrawFn) -> list[Frame]:
    """A message, in one frame or several, with pings in between."""
    text, opcode = draw(payloads), draw(st.sampled_from([TEXT, TEXT, BINARY]))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=3)))
    parts = [text[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    frames: list[Frame] = []
    for number, part in enumerate(parts):
        kind = CONTINUATION if number else opcode
        frames.append(Frame(kind, part, number == len(parts) - 1, mask=draw(masks)))
        if number < len(parts) - 1 and draw(st.booleans()):
            frames.append(Frame(draw(st.sampled_from([PING, PONG])), b"between"))
    return frames


@st.composite
def control(draw: st.DrawFn) -> list[Frame]:
    """Pings and pongs, at times many."""
    kind = draw(st.sampled_from([PING, PONG]))
    frame = Frame(kind, draw(st.binary(max_size=125)), mask=draw(masks))
    return [frame] * draw(st.sampled_from([1, 1, 3, 400]))


@st.composite
def dribble(draw: st.DrawFn) -> list[Frame]:
    """A message that goes on and on without anything in it."""
    middle = [Frame(CONTINUATION, b"", is_final=False)] * draw(st.sampled_from([1, 20, 400]))
    return [Frame(TEXT, b"{", is_final=False), *middle, Frame(CONTINUATION, b"}")]


@st.composite
def closing(draw: st.DrawFn) -> list[Frame]:
    code = draw(st.sampled_from([1000, 1001, 1005, 1006, 999, 3000, 5000, 65_535]))
    reason = draw(st.sampled_from([b"", b"good bye", b"\xff"]))
    said = draw(st.sampled_from([b"", b"x", struct.pack(">H", code) + reason]))
    return [Frame(CLOSE, said, mask=draw(masks))]


@st.composite
def anything(draw: st.DrawFn) -> list[Frame]:
    """A frame of which every part may be wrong."""
    payload = draw(st.one_of(payloads, st.just(b"x" * 126), st.just(b"x" * 70_000)))
    claimed = draw(st.sampled_from([None, None, None, 0, 125, 2**16 - 1, 2**32, 2**63, 2**64 - 1]))
    width = draw(st.sampled_from([0, 0, 0, 2, 8]))
    longest = claimed if claimed is not None else len(payload)
    if width == 2 and longest > 65_535:
        width = 8
    return [
        Frame(
            draw(st.integers(0, 15)),
            payload,
            draw(st.booleans()),
            draw(st.sampled_from([0, 0, 0, 1, 4, 7])),
            draw(st.one_of(masks, st.none())),
            width,
            claimed,
        )
    ]


def joined(groups: Iterable[list[Frame]]) -> list[Frame]:
    return [frame for group in groups for frame in group]


streams = st.lists(
    st.one_of(message(), message(), control(), dribble(), closing(), anything()), max_size=6
).map(joined)
