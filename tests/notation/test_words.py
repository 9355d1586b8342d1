"""The words of records: cards, cells and moves."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto import Card, Cell, Colour, Move, Placement, UnreadableError, read_move, read_record

from .samples import NAMES, vector

CARDS = [f"{colour}{value}" for colour, value in product("ROBG", range(1, 10))]
CELLS = [f"{column}{row}" for row, column in product(range(1, 12), "abcdefghijk")]


@pytest.mark.parametrize("name", CARDS)
def test_card_is_read_and_written(name: str) -> None:
    card = Card(name)
    assert str(card) == name
    assert card.colour.letter == name[0]
    assert card.value == int(name[1])
    assert Card(int(card)) is card
    assert eval(repr(card)) == card


def test_cards_sort_by_colour_and_then_by_value() -> None:
    assert [str(card) for card in sorted(map(Card, reversed(CARDS)))] == CARDS
    assert len({*map(Card, CARDS)}) == 36
    assert [colour.letter for colour in Colour] == list("ROBG")


@pytest.mark.parametrize("name", CELLS)
def test_cell_is_read_and_written(name: str) -> None:
    cell = Cell(name)
    assert str(cell) == name
    assert "abcdefghijk"[cell.column] == name[0]
    assert cell.row + 1 == int(name[1:])
    assert Cell(int(cell)) is cell is Cell.at(cell.column, cell.row)
    assert eval(repr(cell)) == cell


def test_cells_sort_from_left_to_right_and_then_from_bottom_to_top() -> None:
    assert [str(cell) for cell in sorted(map(Cell, reversed(CELLS)))] == CELLS
    assert len({*map(Cell, CELLS)}) == 121


@pytest.mark.parametrize("on_top", [False, True])
def test_every_move_is_read_and_written(on_top: bool) -> None:
    for card, cell in product(CARDS, CELLS):
        text = f"{card}{'x' if on_top else '@'}{cell}"
        move = read_move(text)
        assert move == Move(Card(card), on_top, Cell(cell))
        assert str(move) == text


def test_placement_is_written_as_a_move() -> None:
    placement = Placement(2, Card("O9"), Cell("g6"), on_top=True)
    assert str(placement) == str(read_move("O9xg6")) == "O9xg6"


@pytest.mark.parametrize("name", NAMES[::9])
def test_moves_of_a_record_are_its_placements(name: str) -> None:
    words = [word for word in vector(name).split() if "@" in word or "x" in word]
    placements = [
        laid for round_ in read_record(vector(name)).match.rounds for laid in round_.placements
    ]
    assert list(map(str, placements)) == words
    assert [(move.card, move.cell) for move in map(read_move, words)] == [
        (laid.card, laid.cell) for laid in placements
    ]


NO_CARDS = ["", "R", "7", "R0", "R10", "r7", "7R", " R7", "R7 ", "X7", "R\u0667", "R77", "?"]
NO_CELLS = [
    "",
    "f",
    "6",
    "f0",
    "f12",
    "l6",
    "F6",
    "6f",
    "f06",
    " f6",
    "f6 ",
    "f\u0666",
    "f6x",
    "ff",
]
NO_MOVES = ["", "R3", "R3f6", "R3-f6", "R3 @f6", "R3X6", "R3XF6", "@f6", "R33@f6"]


@pytest.mark.parametrize("text", NO_CARDS)
def test_text_that_is_no_card(text: str) -> None:
    with pytest.raises(UnreadableError, match="a colour R O B G and a value 1 to 9") as caught:
        Card(text)
    assert caught.value.code == "unreadable-card"
    assert repr(text) in caught.value.sentence


@pytest.mark.parametrize("text", NO_CELLS)
def test_text_that_is_no_cell(text: str) -> None:
    with pytest.raises(UnreadableError, match="a letter a to k and a number 1 to 11") as caught:
        Cell(text)
    assert caught.value.code == "unreadable-cell"
    assert repr(text) in caught.value.sentence


@pytest.mark.parametrize("text", NO_MOVES)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(UnreadableError, match="a card, @ or x, and a cell") as caught:
        read_move(text)
    assert caught.value.code == "unreadable-move"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("R0@f6", "card"),
        ("f6@R3", "card"),
        ("r3@f6", "card"),
        ("R3@", "cell"),
        ("R3@l1", "cell"),
        ("R3xf6 ", "cell"),
    ],
)
def test_move_with_a_part_that_there_is_not(text: str, code: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_move(text)
    assert caught.value.code == f"unreadable-{code}"


@pytest.mark.parametrize("number", [-1, 0, 10, 16, 58, 64, 1000])
def test_number_that_is_no_card(number: int) -> None:
    with pytest.raises(UnreadableError):
        Card(number)


@pytest.mark.parametrize("number", [-1, 121, 1000])
def test_number_that_is_no_cell(number: int) -> None:
    with pytest.raises(UnreadableError):
        Cell(number)


@given(st.text())
def test_any_text_is_a_word_or_refused(text: str) -> None:
    for read in (Card, Cell, read_move):
        try:
            assert str(read(text)) == text
        except UnreadableError as error:
            assert len(error.sentence) < 200  # noqa: PT017 most texts are refused
