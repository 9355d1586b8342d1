"""Frames of a WebSocket: texts that go out, and those that come in whole."""

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the one in C, if any

TEXT = 0x81
"""The first byte of a text that is not cut into pieces."""

PLAIN = (TEXT, 0x88, 0x89, 0x8A)
"""The first bytes of a text, a farewell, a ping and a pong."""

MASKED = 0x80
"""Whatever a client says is masked; this is added to its size."""

SHORT = 126
"""The smallest size that does not stand in the second byte; there, it says so."""

MASK = 4
"""The bytes of a mask."""


def text_frame(text: str) -> bytes:
    """Write a text as a server sends it: made once, it serves everybody."""
    data = text.encode()
    size = len(data)
    if size < SHORT:
        return bytes((TEXT, size)) + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def plain_frame(data: bytes, begin: int) -> tuple[int, int]:
    """Find where a frame's mask begins, and where the frame ends, if that is easy; else zeros.

    It is easy where the frame of a client is whole, not long, and no part of a longer message.
    """
    left = len(data) - begin
    if left < 2 + MASK or data[begin] not in PLAIN:
        return 0, 0
    size, mask = data[begin + 1] - MASKED, begin + 2
    if size == SHORT:
        size, mask = int.from_bytes(data[mask : mask + 2], "big"), mask + 2
    elif not 0 <= size < SHORT:
        return 0, 0
    end = mask + MASK + size
    return (mask, end) if end <= len(data) else (0, 0)


def unmasked(data: bytes, mask: int, end: int) -> bytes:
    """Read what a frame says whose mask and end were found."""
    return apply_mask(data[mask + MASK : end], data[mask : mask + MASK])
