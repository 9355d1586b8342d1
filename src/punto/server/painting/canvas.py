"""A canvas of pixels without opacity, and its PNG file."""

import struct
import zlib
from functools import cache

from punto.server.painting.mask import Mask

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, RGB = 8, 2
"""Eight bits for each part of a colour; the kind of PNG that has red, green and blue."""

COMPRESSION = 6


class Canvas:
    """Pixels in rows, each red, green and blue."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width, self.height = width, height
        self.rows = [bytearray(channels(ground) * width) for _ in range(height)]

    def paint(self, mask: Mask, x: int, y: int, colour: str, opacity: float = 1) -> None:
        """Paint a shape with its origin at a pixel; what lies outside the canvas is cut off."""
        paint = channels(colour)
        red, green, blue = paint
        for number, row in enumerate(mask.rows, y + mask.top):
            if not 0 <= number < self.height:
                continue
            pixels = self.rows[number]
            start, end = max(0, x + row.start), min(self.width, x + row.end)
            if start < end:
                inside = slice(3 * start, 3 * end)
                if opacity == 1:
                    pixels[inside] = paint * (end - start)
                else:
                    pixels[inside] = blended(pixels[inside], paint, opacity)
            for offset, covered in row.edges:
                if 0 <= x + offset < self.width:
                    at, share = 3 * (x + offset), covered * opacity
                    pixels[at] += round((red - pixels[at]) * share)
                    pixels[at + 1] += round((green - pixels[at + 1]) * share)
                    pixels[at + 2] += round((blue - pixels[at + 2]) * share)

    def png(self) -> bytes:
        """Write the pixels as a PNG file."""
        header = struct.pack(">IIBBBBB", self.width, self.height, BITS, RGB, 0, 0, 0)
        # Every row begins with the number of its filter: 0 for none, as colours are flat.
        data = zlib.compress(b"".join(b"\0" + row for row in self.rows), COMPRESSION)
        return b"".join(
            (SIGNATURE, chunk(b"IHDR", header), chunk(b"IDAT", data), chunk(b"IEND", b""))
        )


@cache
def channels(colour: str) -> bytes:
    """Read a colour such as #c92e44."""
    return bytes.fromhex(colour[1:])


def blended(pixels: bytearray, paint: bytes, opacity: float) -> bytearray:
    """Mix pixels with one colour."""
    mixed = bytearray(pixels)
    for part, new in enumerate(paint):
        mixed[part::3] = pixels[part::3].translate(mixing_table(new, opacity))
    return mixed


@cache
def mixing_table(new: int, opacity: float) -> bytes:
    """List for each old value what it becomes."""
    return bytes(round(old + (new - old) * opacity) for old in range(256))


def chunk(name: bytes, data: bytes) -> bytes:
    """Write one part of a PNG file."""
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
