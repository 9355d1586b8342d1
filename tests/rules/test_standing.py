"""How the kernel ranks sides in a stalemate, against counting by hand."""

from random import Random

import pytest

from punto import EDITIONS, MODES, Card, Cell, Edition, Run, Side, Table, edition_named, mode_named
from punto.rules.card import ALL_CARDS
from punto.rules.ending import best_side, counted_runs
from punto.rules.kernel import Board


def random_table(chance: Random) -> tuple[Table, Board]:
    """Lay cards of few colours so that there are many runs."""
    table, board = Table(), Board()
    deck = [card for card in ALL_CARDS for _ in range(2)]
    chance.shuffle(deck)
    colours = chance.sample(range(4), 2)
    deck.sort(key=lambda card: (card.colour not in colours, chance.random()))
    for card in deck[: chance.randrange(10, 70)]:
        cells = table.legal_cells(card)
        if cells:
            cell = chance.choice(cells)
            table.place(card, cell)
            board.place(card, cell, 0)
    return table, board


def key(edition: Edition, runs: tuple[Run, ...]) -> tuple[int, int]:
    """Rank by hand: more runs are better, then fewer points."""
    points = [sum(card.value for card in run.cards) for run in runs]
    measure = sum if edition.tie == "total" else min
    return (len(runs), -measure(points)) if runs else (0, 0)


def standing(board: Board, side: Side, line: int, edition: Edition) -> int:
    colours = sum(1 << colour for colour in side.colours)
    return board.standing(colours, line - 1, edition.tie == "lowest")


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("mode_name", MODES)
def test_the_standing_orders_sides_as_their_counted_runs_do(mode_name: str, name: str) -> None:
    chance = Random(11)
    mode, edition = mode_named(mode_name), edition_named(name)
    ranked = set()
    for _ in range(250):
        table, board = random_table(chance)
        runs = [counted_runs(mode, table, side) for side in mode.sides]
        keys = [key(edition, own) for own in runs]
        standings = [standing(board, side, mode.line, edition) for side in mode.sides]
        for mine, my_key in zip(standings, keys, strict=True):
            for theirs, their_key in zip(standings, keys, strict=True):
                assert (mine > theirs) == (my_key > their_key)
                assert (mine == theirs) == (my_key == their_key)
        assert all((mine == 0) == (not own) for mine, own in zip(standings, runs, strict=True))
        best = max(keys)
        winner = keys.index(best) + 1 if best[0] and keys.count(best) == 1 else None
        assert best_side(edition, tuple(runs)) == winner
        ranked.update(keys)
    assert len({count for count, _ in ranked}) >= 4


def test_the_standing_of_a_side_counts_only_its_own_colours() -> None:
    board = Board()
    for value, cell in enumerate(("f6", "g6", "h6"), start=1):
        board.place(Card(f"O{value}"), Cell(cell), 0)
    assert board.standing(0b0010, 3, False) > 0
    assert board.standing(0b1101, 3, False) == 0
    assert board.standing(0b0011, 3, False) == board.standing(0b0010, 3, False)


def test_a_copied_board_goes_its_own_way() -> None:
    board = Board()
    board.place(Card("R5"), 60, 0)
    twin = board.copy()
    twin.place(Card("R6"), 60, 0)
    twin.place(Card("B1"), 59, 0)
    assert (board.top(60), board.top(59), board.box()) == (Card("R5"), 0, (5, 5, 1, 1))
    assert (twin.top(60), twin.top(59), twin.box()) == (Card("R6"), Card("B1"), (4, 5, 2, 1))
    assert twin.cells(Card("O6")) != board.cells(Card("O6"))
