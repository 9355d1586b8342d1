"""What the end of a round is worth to each side, with the whole match in mind."""

from functools import lru_cache

from punto.rules.position import Position

Wins = tuple[int, ...]


def stakes_of(position: Position) -> tuple[tuple[float, ...], ...]:
    """Give for each side what a draw, and a win of each side, is worth to it: from 0 to 1.

    A round lost to a side that needs one more is worse than one lost to a side far behind.
    """
    wins, goal = position.score.wins, position.rounds_to_win
    rows = []
    for side in range(len(wins)):
        after = [match_chance(one_more(wins, winner), goal, side) for winner in range(len(wins))]
        row = (match_chance(wins, goal, side), *after)
        lowest, highest = min(row), max(row)
        rows.append(tuple((chance - lowest) / (highest - lowest) for chance in row))
    return tuple(rows)


@lru_cache(maxsize=2**15)
def match_chance(wins: Wins, goal: int, side: int) -> float:
    """Give a side's chance to win the match if all sides are equally strong."""
    if goal in wins:
        return float(wins[side] == goal)
    sides = range(len(wins))
    return sum(match_chance(one_more(wins, winner), goal, side) for winner in sides) / len(wins)


def one_more(wins: Wins, winner: int) -> Wins:
    """Count a round that a side, from 0, has won."""
    return (*wins[:winner], wins[winner] + 1, *wins[winner + 1 :])
