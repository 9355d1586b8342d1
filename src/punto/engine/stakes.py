"""What the end of a round is worth to each side, with the whole match in mind."""

from functools import lru_cache

from punto.rules.position import Position

Needs = tuple[int, ...]
"""How many rounds each side still has to win."""


def stakes_of(position: Position) -> tuple[tuple[float, ...], ...]:
    """Give for each side what a draw, and a win of each side, is worth to it: from 0 to 1.

    A round lost to a side that needs one more is worse than one lost to a side far behind.
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
    """Give a side's chance to win the match, by the rounds that each side still needs."""
    return chance_against(needs[side], tuple(sorted((*needs[:side], *needs[side + 1 :]))))


@lru_cache(maxsize=2**12)  # more than there are
def chance_against(mine: int, others: Needs) -> float:
    """Give the chance of a side if all sides are equally strong; who the others are is the same."""
    if mine == 0 or 0 in others:
        return float(mine == 0)
    lost = [
        chance_against(mine, tuple(sorted(one_less(others, other)))) for other in range(len(others))
    ]
    return (chance_against(mine - 1, others) + sum(lost)) / (1 + len(others))


def one_less(needs: Needs, winner: int) -> Needs:
    """Count a round that a side, from 0, has won."""
    return (*needs[:winner], needs[winner] - 1, *needs[winner + 1 :])
