"""Sizes of the network and sums of short rows, interpreted; compiled code uses vectors.h."""

from collections.abc import MutableSequence, Sequence

DEPTH = 8
"""The learned numbers of a pattern."""

HIDDEN = 32
"""The units of the network's hidden layer."""

STATES = 9
"""What a cell can be to a colour."""

STRIDE = 16
"""Cells are numbered row by row, in rows of 16, of which 11 are used."""

UNIT = 128
"""What stands for 1 in the network's inputs and hidden layer."""

CERTAIN = 1 << 16
"""What stands for a chance of 1."""

COUNTS_A_SIDE = 8
"""The inputs of a side besides the sums of its colours."""

PATTERNS = STATES**5
"""The patterns of a window of five cells."""

MAX_INPUTS = 96
"""The most inputs that a network has."""

INPUT_LIMIT = 8191
"""The largest input: sums of rows are cut off there, so that no later sum exceeds 32 bits."""


def add_row(sums: MutableSequence[int], at: int, rows: Sequence[int], row: int) -> None:
    """Add a row to the sums that begin at a place."""
    for i in range(DEPTH):
        sums[at + i] += rows[row + i]


def add_difference(
    sums: MutableSequence[int], at: int, rows: Sequence[int], row: int, less: int
) -> None:
    """Add a row, and subtract another one."""
    for i in range(DEPTH):
        sums[at + i] += rows[row + i] - rows[less + i]


def dot(left: Sequence[int], at: int, right: Sequence[int], first: int, count: int) -> int:
    """Multiply two rows number by number, and add the products."""
    return sum(left[at + i] * right[first + i] for i in range(count))


def add_layer(
    sums: MutableSequence[int], x: Sequence[int], weights: Sequence[int], count: int
) -> None:
    """Add what the inputs contribute to each hidden unit.

    The weights of two inputs for one unit lie side by side.
    """
    for i in range(count):
        if x[i]:
            first = i // 2 * 2 * HIDDEN + i % 2
            for j in range(HIDDEN):
                sums[j] += x[i] * weights[first + 2 * j]
