"""The table as a thing: its text, its copies, taking back, its drawing."""

from random import Random

import pytest

import punto
from punto import Card, Cell, Move, Run, Table, TurnError, UnreadableError
from punto.rules.card import ALL_CARDS

from .pictures import FULL_SQUARE, cells, table_text

TEXT = "f6:R3B7,g6:O1"


def test_stacks_are_listed_from_the_bottom_up_in_the_order_of_cells() -> None:
    table = Table("g6:O1,f6:R3B7")
    assert table.stacks() == {
        Cell("f6"): (Card("R3"), Card("B7")),
        Cell("g6"): (Card("O1"),),
    }
    assert list(table.stacks()) == list(cells("f6 g6"))
    assert table.stack("g6") == (Card("O1"),)
    assert table.stack("h6") == ()
    assert table["h6"] is None
    assert len(table) == 3


@pytest.mark.parametrize("text", ["", "f6:R1", TEXT, FULL_SQUARE, "f6:R1O2B3G4R5O6B7G8R9"])
def test_a_tables_text_and_its_repr_read_back_as_an_equal_table(text: str) -> None:
    table = Table(text)
    assert table.text == text
    assert eval(repr(table), vars(punto)) == table


def test_tables_are_equal_when_the_same_stacks_lie_on_the_same_cells() -> None:
    assert Table("f6:R1,g6:B1,f7:O1") == Table("f6:R1,f7:O1,g6:B1")
    assert Table("f6:R1,g6:B1") != Table("f6:R1,g6:B2")
    assert Table("f6:R1B2") != Table("f6:B2")
    assert Table() != ""
    with pytest.raises(TypeError, match="unhashable"):
        hash(Table())


def test_cards_and_the_last_cell_follow_the_order_of_laying() -> None:
    table = Table()
    assert table.last is None
    table.place("R3", "f6")
    table.place("O1", "g6")
    table.place("B7", "f6")
    assert table.cards == [Card("R3"), Card("O1"), Card("B7")]
    assert table.last == Cell("f6")


def test_a_card_taken_back_leaves_the_table_as_it_was_also_the_square() -> None:
    table = Table("f6:R1,g6:O2,h6:B3,i6:G4,j6:R5")
    before, legal = table.copy(), table.legal_cells("B4")
    for cell in ("e6", "k7", "f6", "i5"):
        table.place("B9", cell)
        assert table.undo() == Move(Card("B9"), cell == "f6", Cell(cell))
        assert table == before
        assert table.box == before.box
        assert table.legal_cells("B4") == legal


def test_undo_uncovers_the_card_below() -> None:
    table = Table("f6:R3")
    table.place("B7", "f6")
    table.undo()
    assert table["f6"] == Card("R3")
    assert Cell("f6") in table.legal_cells("R4")


def test_an_empty_table_has_nothing_to_take_back() -> None:
    with pytest.raises(TurnError) as caught:
        Table().undo()
    assert caught.value.code == "nothing-to-undo"


def test_a_copy_goes_its_own_way() -> None:
    table = Table(TEXT)
    twin = table.copy()
    twin.place("R9", "g7")
    assert table == Table(TEXT)
    table.undo()
    assert twin == Table(f"{TEXT},g7:R9")


def test_the_drawing_shows_top_cards_and_the_height_of_stacks() -> None:
    assert str(Table("f6:R3B7,g6:O1,e7:G2")).splitlines() == [
        " 7  G2   ·   ·",
        " 6   ·  B7² O1",
        "     e   f   g",
    ]
    assert str(Table("f6:R1O2B3G4R5O6B7G8R9")).splitlines() == [" 6  R9⁹", "     f"]
    assert str(Table()).splitlines() == [" 6   ·", "     f"]


def test_the_svg_picture_shows_the_table() -> None:
    assert Table(TEXT)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("g6:R1", "table: expected a card on f6, got 'g6'"),
        ("f6", "table: expected cells and cards as in f6:R3B7,g6:O1, got 'f6'"),
        ("f6:R", "table: expected cells and cards as in f6:R3B7,g6:O1, got 'f6:R'"),
        ("f6:R1,f6:R2", "table: expected cells and cards as in f6:R3B7,g6:O1, got 'f6:R2'"),
        ("z6:R1", "cell: expected a letter a to k and a number 1 to 11, got 'z6'"),
        ("f6:X1", "card: expected a colour R O B G and a value 1 to 9, got 'X1'"),
        ("f6:R1,g6:R1,h6:R1", "cards: expected R1 at most 2 times, got 3"),
        ("f6:R7B3", "B3 cannot be placed on f6: the card there, R7, is not lower than 3"),
        ("f6:R3B3", "B3 cannot be placed on f6: the card there, R3, is not lower than 3"),
        ("f6:R1,h6:R2", "R2 cannot be placed on h6: it must touch a card, by edge or by corner"),
    ],
)
def test_a_table_that_play_cannot_lead_to_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(punto.PuntoError) as caught:
        Table(text)
    assert caught.value.sentence == sentence


def test_runs_of_a_colour_are_listed_with_their_cells_and_cards() -> None:
    table = Table(table_text("R1 R5 R9 B2"))
    run = Run(cells("f6 g6 h6"), (Card("R1"), Card("R5"), Card("R9")))
    assert table.runs(punto.Colour.RED, 3) == [run]
    assert run.points == 15
    assert run.colour is punto.Colour.RED
    assert table.runs(punto.Colour.BLUE, 3) == []
    assert table.runs_through("g6", 3) == [run]
    assert table.runs_through("i6", 3) == table.runs_through("i7", 3) == []


@pytest.mark.parametrize("length", [2, 7, 0])
def test_only_runs_of_three_to_six_are_asked_for(length: int) -> None:
    with pytest.raises(UnreadableError, match="a length of 3 to 6"):
        Table().runs(0, length)


def test_cards_are_taken_back_one_by_one_to_exactly_what_was_there_before() -> None:
    for seed in range(12):
        chance, table = Random(seed), Table()
        before: list[Table] = []
        for _ in range(60):
            card = chance.choice(ALL_CARDS)
            legal = table.legal_cells(card)
            if legal:
                before.append(table.copy())
                table.place(card, chance.choice(legal))
        while before:
            table.undo()
            then = before.pop()
            assert (table, table.box, table.last) == (then, then.box, then.last)
            for value in range(1, 10):
                assert table.legal_cells(f"R{value}") == then.legal_cells(f"R{value}")
            for colour in range(4):
                for length in (3, 4, 5, 6):
                    assert table.runs(colour, length) == then.runs(colour, length)
        assert table.legal_cells("R1") == [Cell("f6")]
