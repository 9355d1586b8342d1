"""Counting placements."""

import pytest

from punto import Cell, Round, Table, perft

DECKS = ["R3 R5 O2 R9", "B4 G1 B4 G6"]


def counted(table: Table, cards: list[str], depth: int) -> int:
    """Count by trying every cell of the floating table."""
    if depth == 0:
        return 1
    total = 0
    for cell in table.legal_cells(cards[0]):
        after = table.copy()
        after.place(cards[0], cell)
        total += counted(after, cards[1:], depth - 1)
    return total


@pytest.mark.parametrize("depth", range(5))
def test_perft_counts_the_sequences_of_placements(depth: int) -> None:
    cards = ["R3", "B4", "R5", "G1", "O2"]
    assert perft(Round("2p", DECKS), depth) == counted(Table(), cards, depth)


def test_the_first_numbers_by_hand() -> None:
    round_ = Round("2p", DECKS)
    assert [perft(round_, depth) for depth in (0, 1, 2)] == [1, 1, 9]
    assert round_ == Round("2p", DECKS)


def test_a_sequence_whose_round_ends_earlier_does_not_count() -> None:
    round_ = Round("4p", ["R9", "O1", "B1", "G1"], table="f6:R1,g6:R2,h6:R3")
    cells = round_.legal_cells
    assert perft(round_, 1) == len(cells)
    expected = 0
    for cell in cells:
        branch = round_.copy()
        branch.place(cell)
        expected += len(branch.legal_cells)
    assert perft(round_, 2) == expected
    lines = [cell for cell in cells if ends_at(round_, cell)]
    assert lines == [Cell("e6"), Cell("i6")]


def ends_at(round_: Round, cell: Cell) -> bool:
    branch = round_.copy()
    branch.place(cell)
    return branch.over


def test_no_card_no_sequence() -> None:
    assert perft(Round("2p", ["", ""]), 1) == 0
    assert perft(Round("2p", ["", ""]), 0) == 1
