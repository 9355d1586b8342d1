"""Deals made up for tests, with answers that are known."""

from collections.abc import Sequence

from punto.lab.study.record import Deal, Play
from punto.lab.study.series import Kind, Series

LEVEL = "hard"


def equals(mode: str = "2p") -> Series:
    return Series(Kind.EQUALS, mode, (LEVEL,))


def play(
    winner: int,
    *,
    start: int = 1,
    players: tuple[str, ...] = (LEVEL, LEVEL),
    end: str | None = None,
    cells: Sequence[str] = ("f6",),
    label: str = "",
    removed: str = "",
    row: Sequence[str] = (),
    runs: tuple[tuple[int, ...], ...] = (),
) -> Play:
    kind = end or ("line" if winner else "draw")
    return Play(label, start, players, tuple(cells), kind, winner, removed, tuple(row), runs)


def deal(number: int, *plays: Play, decks: Sequence[str] = ()) -> Deal:
    return Deal(number, tuple(decks), plays)
