"""Positions with one right answer, each with the reason for it."""

from dataclasses import dataclass

from punto import Position

from .positions import puzzle


@dataclass(frozen=True)
class Puzzle:
    """Seat 1 is to move with `card`; all that is not on the table is still in the decks."""

    kind: str
    mode: str
    table: str
    card: str
    answer: str

    def position(self) -> Position:
        return puzzle(self.mode, self.table, self.card)

    def __str__(self) -> str:
        return f"{self.kind}, {self.mode}"


THREE_GAPS_OF_4 = (
    "f6:O9,g6:O9,h6:O8,i6:R9,f4:O8,g4:O7,h4:O7,i4:G9,g8:B9,h8:O6,i8:O6,j8:O5,g5:G1,g7:B1"
)
THREE_GAPS_OF_5 = (
    "f6:B9,g6:B9,h6:B8,i6:B8,j6:R9,f4:G9,g4:G9,h4:G8,i4:G8,j4:O9,"
    "f8:R9,g8:B7,h8:B7,i8:B6,j8:B6,g5:R1,g7:O1"
)
GAPS_ON_BOTH_SIDES = "f6:R9,g6:R8,h6:R9,i6:R8,j6:B9,j7:O1,j8:G9,i9:G8,h10:G9,g11:G8"

PUZZLES = (
    # Four reds from f6 to i6, e6 closed by a 9: the 5 covers the 4 on j6.
    Puzzle("win", "2p", "e6:B9,f6:R3,g6:R8,h6:R4,i6:R9,j6:B4,f7:G1,g7:O2", "R5", "j6"),
    # Three reds on a diagonal; e5 is closed by a 9, and i9 takes anything.
    Puzzle("win", "3p", "e5:B9,f6:R3,g7:R8,h8:R4,f7:G1,g6:O2,h7:B6,h6:G7", "R1", "i9"),
    # Two reds, a gap and one more: only the green 6 on h6 stands between them.
    Puzzle("win", "4p", "f6:R3,g6:R8,h6:G6,i6:R4,f7:B1,g7:O2,i7:G3,e6:O9", "R7", "h6"),
    # A partner's oranges in a column: f11 would be a fifth, and f6 is closed by a 9.
    Puzzle("win", "teams", "f6:B9,f7:O3,f8:O8,f9:O4,f10:O9,g7:G1,g8:R5,g9:B2", "O1", "f11"),
    # Blue wins with any card on j6 and nowhere else. No 9 of blue is left to cover an 8 there.
    Puzzle("block", "2p", "e6:R9,f6:B8,g6:B9,h6:B8,i6:B9,h7:G1,i7:O4,j7:O2", "R8", "j6"),
    # Orange's diagonal ends on a 9 above; i3 is its only cell, and all six rows are taken.
    Puzzle(
        "block",
        "3p",
        "e7:R9,f6:O9,g5:O8,h4:O9,g6:G3,f7:B1,h5:B3,i4:R1,j4:B6,f5:B2,e8:G7,h3:G6",
        "R8",
        "i3",
    ),
    # Orange is next, every card of its deck wins on i6, and nobody else moves before.
    Puzzle("block", "4p", "e6:R9,f6:O9,g6:O8,h6:O9,g7:G2,f7:R3,h7:B4,i7:G5,j7:B1", "R8", "i6"),
    # Blue's diagonal ends on a 9 below and on j10 above; six rows and columns are taken.
    Puzzle(
        "block",
        "teams",
        "e5:O9,f6:B8,g7:B9,h8:B8,i9:B9,f7:R2,g6:G1,i8:O3,j9:G4,i10:R6",
        "O8",
        "j10",
    ),
    # Blue wins on e6 and on j6: only a break helps, and of the four blues only the 3 is lower.
    Puzzle(
        "cover", "2p", "f6:B9,g6:B3,h6:B8,i6:B9,f7:G2,g7:O4,h7:G1,j7:G3,e5:O6,j8:R2", "R8", "g6"
    ),
    # Orange wins on e6 and on i6; a neutral 8 breaks its row as well as any other.
    Puzzle("cover", "3p", "f6:O9,g6:O3,h6:O9,f7:G2,h7:B4,i7:R5,h8:B1,f5:R2", "G8", "g6"),
    # The same with four: the 3 is the only orange that an 8 covers.
    Puzzle("cover", "4p", "f6:O9,g6:O3,h6:O9,f7:G2,h7:B4,i7:G5,h8:B1,f5:R2", "R8", "g6"),
    # Blue's weak card is the 4 on h6.
    Puzzle(
        "cover",
        "teams",
        "f6:B9,g6:B8,h6:B4,i6:B9,f7:G2,g7:O4,h7:G1,j7:G3,e5:O6,f8:R1",
        "O8",
        "h6",
    ),
    # The rival wins on e4, on e6 and on k8. Who closes k8 opens column k, and e is the seventh.
    Puzzle("seventh column", "2p", THREE_GAPS_OF_5, "O9", "k8"),
    Puzzle("seventh column", "3p", THREE_GAPS_OF_4, "R9", "k8"),
    Puzzle("seventh column", "4p", THREE_GAPS_OF_4, "R9", "k8"),
    Puzzle("seventh column", "teams", THREE_GAPS_OF_5, "O9", "k8"),
    # Red waits for e6, the rival for k7 (k8 in 3p). To lay a card on either shuts out red's own
    # cell; e7 opens column e and leaves the rival's cell in the seventh.
    Puzzle("own column", "2p", GAPS_ON_BOTH_SIDES, "O8", "e7"),
    Puzzle(
        "own column",
        "3p",
        "f6:R9,g6:R8,h6:R9,i6:B9,j7:G1,j8:B1,j9:O9,i10:O8,h11:O9",
        "G8",
        "e7",
    ),
    Puzzle("own column", "teams", GAPS_ON_BOTH_SIDES, "O8", "e7"),
)
