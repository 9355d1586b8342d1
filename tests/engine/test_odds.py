"""Estimates where chance alone decides: they must lie within their error bars."""

import pytest

from punto import Position
from punto.engine import Budget, analyse
from punto.notation.position import parse_position
from punto.rules.kernel import COMPILED

from .positions import puzzle

BUDGET = Budget(simulations=40_000 if COMPILED else 2_000)
MANY = 2 if COMPILED else 3
"""Of many 95 % intervals some miss, and more where few simulations make luck look like skill."""

ORANGE = "e6:R9,f6:O9,g6:O9,h6:O8,i6:G5,f7:G9,g7:B9,h7:R8,i7:G9,j7:B9,j6:R8,j5:G8,f8:B8,g8:B8,h8:B7"
"""Orange wins on i6 with a 6 or more; else blue has the cheaper row at the end."""
RED = (
    "e6:B9,f6:R9,g6:R9,h6:R8,i6:R8,j6:G5,f7:G9,j7:B9,i7:B8,h7:G8,"
    "e8:O9,f8:B7,g8:B7,h8:B6,i8:B6,j8:O9"
)
"""Red wins on j6 with a 6 or more; else blue has the cheaper row at the end."""

CASES = [
    # Two of orange's four cards win.
    (puzzle("4p", ORANGE, "R1", unseen=("-", "O2467", "-", "-")), 2, 2 / 4),
    # Three of its six, one of which is one of two neutral ones.
    (
        parse_position(
            f"3p english-2018 2 - 1 0:0:0 -:-:- {ORANGE} 1 R1:-:- 1:6:0 -:O24677:- 0:1:0 -:-:- G67"
        ),
        2,
        3 / 6,
    ),
    # Two of its four; it is known to have kept the neutral 7.
    (
        parse_position(
            f"3p english-2018 2 - 2 0:0:0 -:-:- {ORANGE} 1 R1:-:- 1:4:0 -:O267:- 0:1:0 -:G7:- -"
        ),
        2,
        2 / 4,
    ),
    # Seat 3 draws from all that the team has: three of five.
    (puzzle("teams", RED, "O1", unseen=("R677O24", "B1")), 1, 3 / 5),
    # Blue's card comes between and changes nothing: two of four.
    (puzzle("2p", RED, "O1", unseen=("R2367", "B1")), 1, 2 / 4),
    # The card that lies open comes for certain.
    (puzzle("4p", ORANGE, "R1", unseen=("-", "O24", "-", "-"), open_cards=["O6"]), 2, 1),
    (puzzle("4p", ORANGE, "R1", unseen=("-", "O67", "-", "-"), open_cards=["O2"]), 2, 0),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("position", "side", "odds"), CASES)
def test_the_chance_of_a_card_that_wins_is_what_it_is(
    position: Position, side: int, odds: float
) -> None:
    analysis = analyse(position, BUDGET)
    for each in analysis.estimates:
        assert abs(each.chances[side - 1] - odds) <= MANY * each.errors[side - 1], each
