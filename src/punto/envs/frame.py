"""Cells of the frame as bytes, for interpreted rounds; compiled ones use frame.h."""

from punto.rules.bits import lowest_bit

ROWS = 7


def write_plane(cards: int, out: memoryview | bytearray, at: int) -> None:
    """Write 0 or 1 for each cell of the frame, row by row."""
    write_zeros(ROWS * ROWS, out, at)
    while cards:
        spot = lowest_bit(cards)
        out[at + ROWS * (spot >> 3) + (spot & 7)] = 1
        cards &= cards - 1


def write_values(
    ones: int, twos: int, fours: int, eights: int, out: memoryview | bytearray, at: int
) -> None:
    """Write for each cell the number that has these binary digits."""
    write_zeros(ROWS * ROWS, out, at)
    cards = ones | twos | fours | eights
    while cards:
        spot = lowest_bit(cards)
        digits = (ones, twos, fours, eights)
        number = sum((digit >> spot & 1) << i for i, digit in enumerate(digits))
        out[at + ROWS * (spot >> 3) + (spot & 7)] = number
        cards &= cards - 1


def write_nine(
    counts: memoryview | bytearray, first: int, out: memoryview | bytearray, at: int
) -> None:
    """Copy nine numbers."""
    out[at : at + 9] = counts[first : first + 9]


def write_zeros(count: int, out: memoryview | bytearray, at: int) -> None:
    """Write so many zeros."""
    out[at : at + count] = bytes(count)
