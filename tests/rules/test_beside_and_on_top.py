"""Where a card may go: beside another, or on top of a lower one."""

import pytest

from punto import Card, Cell, IllegalPlacementError, Table
from punto.rules.cell import ALL_CELLS

from .pictures import FULL_SQUARE, cells, neighbours


def refusal(table: Table, card: str, cell: str) -> IllegalPlacementError:
    before = table.copy()
    with pytest.raises(IllegalPlacementError) as caught:
        table.place(card, cell)
    assert table == before
    assert table.last == before.last
    return caught.value


def test_the_first_card_lies_on_f6_and_nowhere_else() -> None:
    assert Table().legal_cells("G1") == [Cell("f6")]
    for cell in set(map(str, ALL_CELLS)) - {"f6"}:
        error = refusal(Table(), "R3", cell)
        assert error.code == "not-origin"
        assert (
            error.sentence == f"R3 cannot be placed on {cell}: the first card of a round lies on f6"
        )


def test_beside_is_an_empty_cell_that_touches_a_card_by_edge_or_by_corner() -> None:
    assert set(Table("f6:R5").legal_cells("B5")) == neighbours("f6")


def test_beside_reaches_around_every_card_on_the_table() -> None:
    table = Table("f6:R5,g7:B5,h7:O5")
    around = neighbours("f6") | neighbours("g7") | neighbours("h7")
    assert set(table.legal_cells("B5")) == around - set(cells("f6 g7 h7"))


@pytest.mark.parametrize("cell", ["f8", "h6", "h8", "d4", "d6", "f4", "k11", "a1"])
def test_a_cell_that_touches_nothing_is_refused(cell: str) -> None:
    error = refusal(Table("f6:R5"), "O9", cell)
    assert error.code == "touches-nothing"
    assert (
        error.sentence
        == f"O9 cannot be placed on {cell}: it must touch a card, by edge or by corner"
    )
    assert error.values == {"card": "O9", "cell": cell, "below": None}


@pytest.mark.parametrize("below", range(1, 10))
@pytest.mark.parametrize("value", range(1, 10))
def test_on_top_only_of_a_card_whose_value_is_strictly_lower(below: int, value: int) -> None:
    table = Table(f"f6:B{below}")
    assert (Cell("f6") in table.legal_cells(f"R{value}")) is (below < value)
    if below < value:
        table.place(f"R{value}", "f6")
        assert table["f6"] == Card(f"R{value}")
    else:
        error = refusal(table, f"R{value}", "f6")
        assert error.code == "not-lower"
        assert error.sentence == (
            f"R{value} cannot be placed on f6: the card there, B{below}, is not lower than {value}"
        )
        assert error.values["below"] == f"B{below}"


@pytest.mark.parametrize("below", "ROBG")
@pytest.mark.parametrize("above", "ROBG")
def test_colour_does_not_matter_on_top_and_ones_own_card_is_no_exception(
    below: str, above: str
) -> None:
    table = Table(f"f6:{below}4")
    assert Cell("f6") not in table.legal_cells(f"{above}4")
    table.place(f"{above}5", "f6")
    assert table.stack("f6") == (Card(f"{below}4"), Card(f"{above}5"))


def test_only_the_top_card_of_a_stack_is_visible_and_counts() -> None:
    table = Table("f6:R3B7")
    assert table["f6"] == Card("B7")
    assert refusal(table, "O5", "f6").code == "not-lower"
    assert refusal(table, "O7", "f6").code == "not-lower"
    table.place("O8", "f6")
    assert table.stack("f6") == (Card("R3"), Card("B7"), Card("O8"))


def test_a_stack_may_grow_to_nine_cards() -> None:
    table = Table("f6:R1O2B3G4R5O6B7G8")
    assert Cell("f6") in table.legal_cells("R9")
    table.place("R9", "f6")
    assert len(table.stack("f6")) == 9
    assert Cell("f6") not in table.legal_cells("O9")


def test_a_full_square_takes_only_what_is_higher_than_a_card_in_it() -> None:
    table = Table(FULL_SQUARE)
    assert table.legal_cells("R5") == []
    assert table.legal_cells("R6") == list(cells("f7 g7 h7 i7 j7 k7"))
    assert not table.takes(Card("G5"))
    assert table.takes(Card("G6"))


def test_legal_cells_are_exactly_those_that_are_not_refused() -> None:
    for text in ("f6:R5,g7:B4R6,e5:G1", "f6:R1,e7:O9,d8:B5,c9:G3,b10:R6,a11:O2", FULL_SQUARE):
        table = Table(text)
        for card in ("R1", "O5", "B6", "G9"):
            taken = []
            for cell in ALL_CELLS:
                try:
                    table.copy().place(card, cell)
                    taken.append(cell)
                except IllegalPlacementError:
                    pass
            assert table.legal_cells(card) == taken
            assert table.takes(Card(card)) is bool(taken)
