"""Collections of puzzles: files, the puzzles of the package, and which of them to play."""

import gzip
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

from punto.puzzles.puzzle import Kind, Puzzle, read_puzzle
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import MODES

FORMAT = "punto puzzles 1"
FILE = Path(__file__).with_name("puzzles.gz")

DAYS_STRIDE = 7919
"""A prime. The days step through all puzzles in strides of it, so that none comes twice before
all others came."""

NEARBY = 12
"""The next puzzle is one of this many whose ratings are nearest to the player's."""


def write_puzzles(puzzles: Iterable[Puzzle]) -> bytes:
    """Write a file of puzzles: by mode, the easiest first."""
    modes = list(MODES)
    ordered = sorted(puzzles, key=lambda each: (modes.index(each.mode), each.rating, each.text))
    text = "".join(f"{line}\n" for line in (FORMAT, *(each.to_line() for each in ordered)))
    return gzip.compress(text.encode(), mtime=0)


def read_puzzles(data: bytes) -> tuple[Puzzle, ...]:
    """Read the puzzles from the bytes of a file."""
    try:
        heading, *lines = gzip.decompress(data).decode().splitlines()
    except (OSError, EOFError, ValueError):
        heading, lines = "", []
    if heading != FORMAT:
        expected = "a file made by `punto puzzles make`"
        raise UnreadableError("puzzles", expected=expected, came=Words("another file"))
    return tuple(map(read_puzzle, lines))


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of the package, by mode, the easiest first; they are read once."""
    return read_puzzles(FILE.read_bytes())


@cache
def by_name() -> dict[str, Puzzle]:
    """Return the puzzles of the package by their names."""
    return {puzzle.name: puzzle for puzzle in all_puzzles()}


def puzzle_named(name: str) -> Puzzle:
    """Return the puzzle of the package that has this name."""
    found = by_name().get(name)
    if found is None:
        raise UnreadableError("puzzle", expected="the name of a puzzle", came=name)
    return found


def puzzle_of_the_day(day: date, puzzles: Sequence[Puzzle] | None = None) -> Puzzle:
    """Return the puzzle that everybody with this version gets on a day.

    It is number (7919 times the days since 1 January of year 1) modulo the number of puzzles, in
    the order of `all_puzzles`, counted from 0.
    """
    chosen = all_puzzles() if puzzles is None else puzzles
    return chosen[DAYS_STRIDE * day.toordinal() % len(chosen)]


def choose_puzzle(
    puzzles: Iterable[Puzzle],
    rating: float,
    random: Random,
    *,
    solved: Collection[str] = (),
    kind: Kind | None = None,
    mode: str | None = None,
) -> Puzzle | None:
    """Choose a puzzle about as hard as a player is strong; None if no puzzle fits.

    `solved` are names to leave out; once all were solved, they come again.
    """
    fitting = [
        each
        for each in puzzles
        if (kind is None or each.kind is kind) and (mode is None or each.mode == mode)
    ]
    fresh = [each for each in fitting if each.name not in solved] or fitting
    fresh.sort(key=lambda each: (abs(each.rating - rating), each.name))
    return random.choice(fresh[:NEARBY]) if fresh else None
