"""Bits of a 64-bit board, for the interpreted kernel; the compiled one uses bits.h."""


def popcount(x: int) -> int:
    """Count the bits that are set."""
    return x.bit_count()


def lowest_bit(x: int) -> int:
    """Return the place of the lowest bit that is set."""
    return (x & -x).bit_length() - 1


def nth_bit(x: int, n: int) -> int:
    """Return the place of the n-th bit that is set, where the lowest is the 0th."""
    for _ in range(n):
        x &= x - 1
    return lowest_bit(x)


def random_bit(x: int, word: int) -> int:
    """Return the place of a bit that is set, chosen by a random number of 32 bits."""
    return nth_bit(x, word * popcount(x) >> 32)
