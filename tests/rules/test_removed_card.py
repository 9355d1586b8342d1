"""The card that the winner of a round takes out of the match."""

import pytest

from punto import Card, Round, RoundEnd

from .pictures import table_text
from .stalemates import stalemate


def ended(round_: Round) -> RoundEnd:
    assert round_.end is not None
    return round_.end


def test_a_line_takes_out_the_card_with_the_most_points_among_the_runs_just_completed() -> None:
    table = table_text(
        """
        R9 O9 . . .
        . R8 O8 . .
        O1 O7 O3 O4 .
        """
    )
    round_ = Round("2p", ["O2", "B1"], table=table)
    round_.place("j6")
    assert ended(round_).removed == Card("O7")


def test_the_card_that_completes_the_run_may_be_the_one_that_leaves() -> None:
    round_ = Round("2p", ["R9", "B1"], table=table_text("R1 R2 R3 R4 ."))
    round_.place("j6")
    assert ended(round_).removed == Card("R9")


def test_only_visible_cards_of_the_run_can_be_taken_out() -> None:
    round_ = Round("2p", ["R4", "B1"], table=table_text("R1 R2 R3 R5R6 ."))
    round_.place("j6")
    assert ended(round_).removed == Card("R6")
    round_ = Round("2p", ["R9", "B1"], table=table_text("R1 R2 R3 R5 O7"))
    round_.place("j6")
    assert ended(round_).removed == Card("R9")


def test_the_winner_of_a_stalemate_takes_out_the_dearest_card_among_its_counted_runs() -> None:
    assert stalemate("4p", "R3 R7 R5").removed == Card("R7")
    assert stalemate("4p", "R3 R2 R5\nB1 B9 G1\nR6 R1 R2").removed == Card("R6")


def test_a_higher_card_outside_the_runs_stays() -> None:
    assert stalemate("4p", "R9 B1 R9\nB1 O1 B2\nR3 R7 R5").removed == Card("R7")
    assert stalemate("4p", "R3R4 R1R7 R5").removed == Card("R7")


def test_the_losers_higher_card_stays() -> None:
    assert stalemate("4p", "R3 R7 R5\nO9 O4 O8").removed == Card("R7")


@pytest.mark.parametrize("mode", ["2p", "teams"])
@pytest.mark.parametrize(
    ("picture", "removed"),
    [
        ("R1 R2 R3 R8\nO1 O2 O3 O8", "R8"),
        ("O1 O2 O3 O8\nR1 R2 R3 R8", "R8"),
        ("B1 B2 B3 B8\nG1 G2 G3 G8", "B8"),
        ("G1 G2 G3 G8\nB1 B2 B3 B8", "B8"),
        ("R1 R2 R3 R7\nO1 O2 O3 O8", "O8"),
        ("B1 B2 B3 B7\nG1 G2 G3 G8", "G8"),
    ],
)
def test_of_two_colours_that_tie_the_one_that_comes_first_in_r_o_b_g(
    mode: str, picture: str, removed: str
) -> None:
    end = stalemate(mode, picture)
    assert end.kind == "stalemate"
    assert end.removed == Card(removed)


def test_after_a_draw_no_card_leaves() -> None:
    assert stalemate("2p", "R1 R2 R3 R9\nB1 B2 B3 B9").removed is None
