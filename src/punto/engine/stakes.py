"""What the end of a round is worth to each side: its chance to win the whole match."""

from array import array
from functools import lru_cache

from punto.rules.position import Position

ENDS = 5
"""A draw, and a win of each of up to four sides."""

Needs = tuple[int, ...]
"""How many rounds each side still has to win."""


def stakes_for_tree(position: Position) -> "array[float]":
    """Arrange the stakes in one row for each side, as the tree takes them."""
    stakes = array("d", bytes(8 * ENDS * 4))
    for side, row in enumerate(stakes_of(position)):
        stakes[ENDS * side : ENDS * side + len(row)] = array("d", row)
    return stakes


def stakes_of(position: Position) -> tuple[tuple[float, ...], ...]:
    """Return for each side what a draw, and a win of each side, is worth to it: from 0 to 1.

    The whole match counts: losing a round to a side that needs one more is worse than losing it
    to a side far behind.
    """
    wins, goal = position.score.wins, position.rounds_to_win
    needs = tuple(goal - won for won in wins)
    rows = []
    for side in range(len(wins)):
        after = [match_chance(one_less(needs, winner), side) for winner in range(len(wins))]
        row = (match_chance(needs, side), *after)
        lowest, highest = min(row), max(row)
        rows.append(tuple((chance - lowest) / (highest - lowest) for chance in row))
    return tuple(rows)


def match_chance(needs: Needs, side: int) -> float:
    """Return a side's chance to win the match, by the rounds that each side still needs."""
    return chance_against(needs[side], tuple(sorted((*needs[:side], *needs[side + 1 :]))))


@lru_cache(maxsize=2**12)  # more than there are
def chance_against(mine: int, others: Needs) -> float:
    """Return a side's chance if all sides are equally strong.

    The others are sorted: who is who among them makes no difference.
    """
    if mine == 0 or 0 in others:
        return float(mine == 0)
    lost = [
        chance_against(mine, tuple(sorted(one_less(others, other)))) for other in range(len(others))
    ]
    return (chance_against(mine - 1, others) + sum(lost)) / (1 + len(others))


def one_less(needs: Needs, winner: int) -> Needs:
    """Count a round won by a side, which is numbered from 0."""
    return (*needs[:winner], needs[winner] - 1, *needs[winner + 1 :])
