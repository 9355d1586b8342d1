"""A row of the table of `bench server_load`, and how two series of rows compare."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from benchmarks._measuring import word

HEAD = (
    f"{'':<10}{'matches':>8}{'going':>7}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}"
    f"{'joins':>7}{'p50 ms':>9}{'p99 ms':>9}{'MB':>6}{'CPU %':>7}{'ms/move':>9}{'players %':>11}"
)

SLOWER = 1.1
"""How many times as slow as before moves may be."""

COMPARED = ["moves_per_second", "p50_ms", "p99_ms", "join_p99_ms", "cpu_ms_per_move"]


class Row(NamedTuple):
    """What was measured with so many matches."""

    name: str
    matches: int
    going: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    joins: int
    join_p50_ms: float
    join_p99_ms: float
    memory_mb: float
    cpu_percent: float
    cpu_ms_per_move: float
    players_percent: float

    def __str__(self) -> str:
        return (
            f"{self.name:<10}{self.matches:>8}{self.going:>7}{self.moves_per_second:>9,.0f}"
            f"{self.p50_ms:>9.1f}{self.p99_ms:>9.1f}"
            f"{self.joins:>7}{self.join_p50_ms:>9.1f}{self.join_p99_ms:>9.1f}"
            f"{self.memory_mb:>6.0f}{self.cpu_percent:>7.0f}"
            f"{self.cpu_ms_per_move:>9.2f}{self.players_percent:>11.0f}"
        )


def compare(pace: str, before: Sequence[Row], now: Sequence[Row]) -> list[str]:
    """Compare medians, since single rows of the same server differ by more than what matters.

    In a closed loop, moves a second say how fast a server is; paced, how soon a move is there.
    """
    old, new = ({figure: median_of(rows, figure) for figure in COMPARED} for rows in (before, now))
    if pace == "closed":
        slower = old["moves_per_second"] / new["moves_per_second"]
    else:
        slower = new["p50_ms"] / old["p50_ms"]
    aim = f"at most {SLOWER}: {word(slower <= SLOWER)}"
    return [
        f"{pace}, {before[0].matches}: {slower:.2f} times as slow as before; {aim}",
        *(f"  {it}: {old[it]:,.2f} before, {new[it]:,.2f} now" for it in COMPARED),
    ]


def median_of(rows: Sequence[Row], figure: str) -> float:
    """Find the median of one figure."""
    return float(median(getattr(row, figure) for row in rows))
