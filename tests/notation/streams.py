"""Files to test with that are too big, or never end, and count what is read of them."""

import io
from collections.abc import Iterable, Iterator
from itertools import chain, count, repeat
from typing import TYPE_CHECKING

from punto import Match

from .playing import recorded
from .samples import SMALL, vector

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HEAD = vector(SMALL)[: vector(SMALL).index("round 1")].encode()
FILLED = [f"{column}{row}" for row in range(6, 12) for column in "fghijk"]
DECKS = (
    "R9 O2 O6 R6 R6 R8 R7 R9 O7 O4 R4 R8 O8 O9 O3 O8 O7 R5 R1 O1 R7 R3 O3 O5 O9 R2 R5 R1 O6 R4 "
    "R3 O1 R2 O5 O2 O4",
    "G8 B2 B2 G3 G4 B8 B6 B4 G7 G3 B5 G6 B9 G5 G2 B7 G2 B3 B1 G9 G5 G8 B3 G6 B5 G9 G1 B6 B1 B8 "
    "B9 G1 G4 B4 G7 B7",
)
"""They fill a square without a row, and then there is no cell for the next card, a 1."""


class Counted(io.RawIOBase):
    """A file made of chunks as they are wanted."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._rest = b""
        self.consumed = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        room = memoryview(buffer)
        while len(self._rest) < len(room):
            chunk = next(self._chunks, b"")
            if not chunk:
                break
            self._rest += chunk
        taken, self._rest = self._rest[: len(room)], self._rest[len(room) :]
        room[: len(taken)] = taken
        self.consumed += len(taken)
        return len(taken)


def headers() -> Iterator[bytes]:
    """Begin rounds without end, and play none."""
    yield HEAD
    yield from (f"round {number} start 2\n\n".encode() for number in count(1))


def drawn_rounds() -> Iterator[bytes]:
    """Play rounds without end, each of them true, and each of them a draw."""
    match = Match("2p", start=1, deals=[DECKS, DECKS], cells=[*FILLED, *FILLED])
    head, first, second = str(recorded(match, deals=True)).split("round ")
    yield head.encode()
    for number in count(1):
        text = first if number % 2 else second + "\n"
        yield f"round {number}{text.removeprefix('1').removeprefix('2')}".encode()


def endless_tags(length: int) -> Iterator[bytes]:
    return chain([HEAD], repeat(b'[Event "' + b"x" * length + b'"]\n'))


def endless_moves() -> Iterator[bytes]:
    return chain([HEAD, b"round 1 start 2\n"], repeat(b"1. O4@f6 G4@e7 R2@g6\n"))


def endless_deck() -> Iterator[bytes]:
    return chain([HEAD, b"round 1 start 2\ndeal 1"], repeat(b" R1"))
