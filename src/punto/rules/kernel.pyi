"""What kernel.py offers, compiled or interpreted."""

from array import array

COMPILED: bool

BESIDE: int
ON_TOP: int
LINE: int
NOT_ORIGIN: int
TOUCHES_NOTHING: int
TOO_WIDE: int
TOO_HIGH: int
NOT_LOWER: int

class Board:
    def copy(self) -> Board: ...
    def place(self, card: int, cell: int, line: int) -> int: ...
    def lift(self, cell: int, below: int) -> None: ...
    def top(self, cell: int) -> int: ...
    def playable(self, card: int) -> bool: ...
    def cells(self, card: int) -> list[int]: ...
    def runs(self, colour: int, length: int) -> list[list[int]]: ...
    def standing(self, colours: int, length: int, lowest: bool) -> int: ...
    def box(self) -> tuple[int, int, int, int]: ...

class Playouts:
    def __init__(
        self,
        fresh: bytearray,
        loose: bytearray,
        piles: bytearray,
        decks: bytearray,
        owners: bytearray,
        sides: int,
        tally: array[int],
        line: int,
        lowest: bool,
        seed: int,
    ) -> None: ...
    def play(self, rounds: int) -> int: ...

class Chance:
    def __init__(self, seed: int) -> None: ...
