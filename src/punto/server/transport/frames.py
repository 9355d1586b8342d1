"""WebSocket frames (RFC 6455): building those of a server, parsing those of a client."""

from collections.abc import Iterator
from typing import NamedTuple

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the one in C, if any

from punto.server.transport.budget import FrameBudget

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FIN, RESERVED, OPCODE, MASKED = 0x80, 0x70, 0x0F, 0x80

LENGTH_16, LENGTH_64 = 126, 127
"""Values of the length field that mean: the length is in the next 2 or 8 bytes."""

MASK_BYTES = 4
MAX_CONTROL_BYTES = 125
"""The longest payload of a close, ping or pong."""


class Message(NamedTuple):
    """A complete message (text or binary), or one control frame."""

    opcode: int
    payload: bytes


class FrameError(Exception):
    """The peer violated the protocol or a limit; `code` goes into our close frame."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def text_frame(text: str) -> bytes:
    """Build a text frame."""
    return frame(TEXT, text.encode())


class TextFrameCache:
    """Remembers the last text and its frame, so that a broadcast encodes its text only once.

    Texts are compared by identity: that costs nothing, and a broadcast sends one object to all.
    """

    __slots__ = ("_frame", "_text")

    def __init__(self) -> None:
        self._text, self._frame = "", text_frame("")

    def frame_of(self, text: str) -> bytes:
        """Return the frame of a text."""
        if text is not self._text:
            self._text, self._frame = text, text_frame(text)
        return self._frame


def frame(opcode: int, payload: bytes) -> bytes:
    """Build an unmasked, unfragmented frame."""
    size = len(payload)
    if size < LENGTH_16:
        return bytes((FIN | opcode, size)) + payload
    if size < 1 << 16:
        return bytes((FIN | opcode, LENGTH_16)) + size.to_bytes(2, "big") + payload
    return bytes((FIN | opcode, LENGTH_64)) + size.to_bytes(8, "big") + payload


def close_frame(code: int, reason: str = "") -> bytes:
    """Build a close frame; a reason that is too long is truncated."""
    payload = code.to_bytes(2, "big") + reason.encode()[: MAX_CONTROL_BYTES - 2]
    return frame(CLOSE, payload)


def close_code(payload: bytes) -> int:
    """Parse the code of a close frame; 1005 if it has none. May raise FrameError."""
    if not payload:
        return 1005
    code = int.from_bytes(payload[:2], "big")
    valid = 1000 <= code <= 1014 and code not in (1004, 1005, 1006)
    if len(payload) == 1 or not (valid or 3000 <= code < 5000):
        raise FrameError(1002, "invalid close code")
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        raise FrameError(1007, "a close reason must be UTF-8") from None
    return code


class FrameParser:
    """Turns a client's bytes into messages; the budget is charged before a frame is parsed.

    Memory is bounded by one message of `max_bytes` and one read from the socket.
    """

    def __init__(self, max_bytes: int, budget: FrameBudget) -> None:
        self.max_bytes, self.budget = max_bytes, budget
        self.buffer = bytearray()
        """The beginning of an incomplete frame."""
        self.wanted_bytes = 0
        """How long the buffer must be before parsing it again makes sense."""
        self.fragments: bytearray | None = None
        self.fragments_opcode = 0

    def feed(self, data: bytes) -> Iterator[Message]:
        """Parse received data; raises FrameError, after yielding the messages before the error."""
        self.budget.charge_bytes(len(data))
        if self.buffer:
            self.buffer += data
            if len(self.buffer) < self.wanted_bytes:
                return
            data = bytes(self.buffer)
            self.buffer.clear()
        begin, size, self.wanted_bytes = 0, len(data), 0
        while size - begin >= 2:
            mask, end = self._measure(data, begin)
            if not end or end > size:
                self.wanted_bytes = max(0, end - begin)
                break
            self.budget.charge_frame()
            first = data[begin]
            payload = apply_mask(data[mask + MASK_BYTES : end], data[mask : mask + MASK_BYTES])
            begin = end
            if first == FIN | TEXT and self.fragments is None:  # the usual case
                yield Message(TEXT, payload)
            elif first & OPCODE >= CLOSE:
                yield Message(first & OPCODE, payload)
            elif (message := self._assemble(first, payload)) is not None:
                yield message
        if begin < size:
            self.buffer += data[begin:]

    def _measure(self, data: bytes, begin: int) -> tuple[int, int]:
        """Find where the mask starts and the frame ends; (0, 0) if the header is incomplete."""
        first, second = data[begin], data[begin + 1]
        opcode, length, mask = first & OPCODE, second & ~MASKED, begin + 2
        if first & RESERVED or opcode in range(3, 8) or opcode > PONG:
            raise FrameError(1002, "unknown opcode or extension")
        if not second & MASKED:
            raise FrameError(1002, "frames of a client must be masked")
        if opcode >= CLOSE and (length > MAX_CONTROL_BYTES or not first & FIN):
            raise FrameError(1002, "a control frame must be short and unfragmented")
        if length >= LENGTH_16:
            mask += 2 if length == LENGTH_16 else 8
            if mask > len(data):
                return 0, 0
            length = int.from_bytes(data[begin + 2 : mask], "big")
        if length + len(self.fragments or b"") > self.max_bytes:
            raise FrameError(1009, f"a message may have at most {self.max_bytes} bytes")
        return mask, mask + MASK_BYTES + length

    def _assemble(self, first: int, payload: bytes) -> Message | None:
        """Add a frame of a text or binary message; return the message once it is complete."""
        opcode = first & OPCODE
        if (opcode == CONTINUATION) == (self.fragments is None):
            raise FrameError(1002, "unexpected continuation frame, or missing one")
        if self.fragments is None:
            self.fragments, self.fragments_opcode = bytearray(), opcode
        self.fragments += payload
        if not first & FIN:
            return None
        complete, self.fragments = bytes(self.fragments), None
        return Message(self.fragments_opcode, complete)
