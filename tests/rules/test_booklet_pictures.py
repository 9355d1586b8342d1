"""The pictures in the booklets, as cases."""

import pytest

from punto import Card, IllegalPlacementError, Round, Table

from .pictures import table_text
from .stalemates import stalemate


def test_a_player_lays_her_5_on_the_red_4_and_completes_her_row_and_wins() -> None:
    table = table_text("B2 B7 R4 B6")
    round_ = Round("3p", ["R1", "O1", "B5"], start=3, table=table)
    placement = round_.place("h6")
    assert placement.on_top
    assert round_.end is not None
    assert (round_.end.kind, round_.end.winner, round_.end.removed) == ("line", 3, Card("B7"))


def test_a_card_that_touches_no_other_card_is_illegal() -> None:
    with pytest.raises(IllegalPlacementError, match="must touch a card"):
        Table("f6:R4,g6:B2").place("O5", "i6")


def test_a_card_that_would_be_the_7th_in_its_row_is_illegal() -> None:
    table = Table(table_text("R4 B2 O5 G1 R7 B9"))
    with pytest.raises(IllegalPlacementError, match="7th in its row"):
        table.place("O5", "e6")


@pytest.mark.parametrize("edition", ["english-2018", "german-2018", "nordic-2019"])
def test_stalemate_between_a_row_of_17_and_a_red_row_of_15_goes_to_red(edition: str) -> None:
    end = stalemate("4p", "B5 B4 B8\nR3 R7 R5", edition)
    assert [[run.points for run in runs] for runs in end.runs] == [[15], [], [17], []]
    assert (end.kind, end.winner) == ("stalemate", 1)
