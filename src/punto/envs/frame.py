"""Cells of the frame as bytes, for interpreted rounds; compiled ones use frame.h."""

from collections.abc import Sequence

from punto.rules.bits import lowest_bit

ROWS = 7
CELLS = ROWS * ROWS

Buffer = memoryview | bytearray


def memory_of(buffer: Buffer) -> Buffer:
    """Return what the other functions write to; in C it is a pointer, which is cheap to pass."""
    return buffer


def write_plane(cards: int, out: Buffer, at: int) -> None:
    """Write 0 or 1 for each cell of the frame, row by row."""
    write_zeros(CELLS, out, at)
    while cards:
        spot = lowest_bit(cards)
        out[at + ROWS * (spot >> 3) + (spot & 7)] = 1
        cards &= cards - 1


def write_cells(boards: Sequence[int], out: Buffer, at: int) -> None:
    """Write four boards as planes, then a plane of the numbers whose binary digits are the rest."""
    for i in range(4):
        write_plane(boards[i], out, at + CELLS * i)
    write_zeros(CELLS, out, at + 4 * CELLS)
    for i in range(4):
        cards = boards[4 + i]
        while cards:
            spot = lowest_bit(cards)
            out[at + 4 * CELLS + ROWS * (spot >> 3) + (spot & 7)] |= 1 << i
            cards &= cards - 1


def copy_bytes(source: Buffer, start: int, out: Buffer, at: int, count: int) -> None:
    """Copy some bytes."""
    out[at : at + count] = source[start : start + count]


def write_zeros(count: int, out: Buffer, at: int) -> None:
    """Write so many zeros."""
    out[at : at + count] = bytes(count)
