"""Counting placements, to compare one program's rules with another's."""

from punto.rules.errors import UnreadableError
from punto.rules.round import Round


def perft(round_: Round, depth: int) -> int:
    """Count the sequences of that many further placements, the decks lying as they are.

    A sequence whose round ends earlier does not count.
    """
    if depth < 0:
        raise UnreadableError("depth", expected="0 or more", came=depth)
    if depth == 0:
        return 1
    cells = round_.legal_cells()
    if depth == 1:
        return len(cells)
    total = 0
    for cell in cells:
        branch = round_.copy()
        branch.advance(cell)
        total += perft(branch, depth - 1)
    return total
