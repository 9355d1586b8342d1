"""Puzzles: positions with one right cell for the card in hand, graded, as a file of the package.

`punto puzzles make` makes them (see `punto.lab.puzzle_making`), and docs/puzzles.md tells how they
are proved.
"""

from punto.puzzles.collection import (
    all_puzzles,
    choose_puzzle,
    puzzle_named,
    puzzle_of_the_day,
    read_puzzles,
    write_puzzles,
)
from punto.puzzles.puzzle import Kind, Puzzle

__all__ = [
    "Kind",
    "Puzzle",
    "all_puzzles",
    "choose_puzzle",
    "puzzle_named",
    "puzzle_of_the_day",
    "read_puzzles",
    "write_puzzles",
]
